"""What must hold behind a web server that is configured as docs/operations.md shows."""

from __future__ import annotations

import re
import shutil
import statistics
import time
from collections.abc import Callable, Iterator
from http.client import HTTPException
from typing import Final
from urllib.parse import urlencode

from bench.attacks import ATTACKS, Target, endless_bodies, under
from bench.bombs import BOUNDARY, multipart
from bench.proxies.crowd import try_reload, try_restart
from bench.proxies.documented import NAME
from bench.proxies.scene import PASSWORD, Scene, WrongTrial, expect
from bench.proxies.visitor import FORM, Answer, ask_plainly

MB: Final = 1024 * 1024
WITHIN: Final = 1.0  # seconds for 95 % of /healthz and of saves, whatever others do; told is the slowest, too
MOST_DISK: Final = 150 * MB  # what a web server may write for bodies that do not end
NO_LENGTH: Final = {411, 503}  # the site wants a length; a web server that is cut off while it sends says 503
FREE_GUESSES: Final = 30  # of an address
FILE: Final = f"multipart/form-data; boundary={BOUNDARY}"


def try_signing_in(scene: Scene) -> str:
    visitor = scene.visitor()
    answer = visitor.sign_in("bench", PASSWORD)
    expect(answer.status == 302, f"{answer.status} {answer.text[:200]}")
    own = [line for line in visitor.set_cookies if line.startswith(("__Host-doko_session", "__Host-doko_csrf"))]
    expect(len(own) >= 2 and all("Secure" in line and "SameSite=Lax" in line for line in own), own)
    page = visitor.ask("/account/")
    expect(page.status == 200 and "private" in page.headers["Cache-Control"], page.headers)
    refused = visitor.ask(
        "/account/login/", method="POST", body=b"login=x", Content_Type=FORM, Origin="https://evil.example"
    )
    expect(refused.status == 403, refused.status)
    return "cookies Secure, SameSite=Lax; a form of another origin: 403"


def try_saving(scene: Scene) -> str:
    owner = scene.owner()
    answer = scene.save(owner)
    expect(answer.status == 200, f"{answer.status} {answer.text[:200]}")
    return f"a game saved in {answer.seconds * 1000:.0f} ms"


def try_redirects(scene: Scene) -> str:
    answer = ask_plainly(scene.places.http, "/account/login/?next=/")
    place = answer.headers["Location"] or ""
    expect(answer.status in (301, 308), answer.status)
    expect(re.fullmatch(rf"https://{re.escape(NAME)}(:\d+)?/account/login/\?next=/", place) is not None, place)
    promised = scene.visitor().ask("/account/login/").headers.get_all("Strict-Transport-Security") or []
    expect(promised == ["max-age=3600"], promised)
    return f"http: {answer.status} to https; HSTS {promised[0]}"


def try_addresses(scene: Scene) -> str:
    """Two houses behind the proxy: who guesses in one holds up nobody in the other, whatever he says he is."""
    guesser, neighbour = scene.visitor("127.0.0.2"), scene.visitor("127.0.0.3")
    heard = 0
    while (answer := guesser.sign_in(f"nobody-{heard}", "wrong wrong")).status == 422 and heard < 2 * FREE_GUESSES:
        heard += 1
    expect((answer.status, heard) == (429, FREE_GUESSES), f"{answer.status} after {heard}")
    lies = {"X_Forwarded_For": "127.0.0.3", "Forwarded": "for=127.0.0.3", "X_Real_IP": "127.0.0.3"}
    lied = guesser.post("/account/login/", {"login": "nobody-x", "password": "wrong"}, **lies)
    expect(lied.status == 429, f"{lied.status} with a made up address")
    raw = ask_raw(scene, "127.0.0.2", "X_Forwarded_For: 127.0.0.3", "X-Forwarded_For: 127.0.0.3")
    expect(raw == 429, f"{raw} with a made up address in a header with an underscore")
    other = neighbour.sign_in("nobody-y", "wrong wrong")
    expect(other.status == 422, f"{other.status} for another address")
    lying = neighbour.post("/account/login/", {"login": "nobody-z", "password": "wrong"}, X_Forwarded_Proto="http")
    expect(lying.status == 422, f"{lying.status} where the visitor says http")
    return f"{heard} wrong guesses at one address, then 429, also with X-Forwarded-For; another address: 422"


def ask_raw(scene: Scene, origin: str, *headers: str) -> int:
    """Guess with headers as they are: where a server makes `HTTP_X_FORWARDED_FOR` of both, an underscore is a lie."""
    visitor = scene.visitor(origin)
    visitor.ask("/account/login/")
    form = {"login": "nobody-w", "password": "wrong", "csrfmiddlewaretoken": visitor.cookies["csrftoken"]}
    visitor.connection.putrequest("POST", "/account/login/")
    body = urlencode(form).encode()
    own = [f"Cookie: csrftoken={visitor.cookies['csrftoken']}", f"Origin: https://{NAME}", f"Content-Type: {FORM}"]
    for line in [*own, f"Content-Length: {len(body)}", *headers]:
        name, _, value = line.partition(": ")
        visitor.connection.putheader(name, value)
    visitor.connection.endheaders(body)
    return visitor.connection.getresponse().status


def try_endless_bodies(scene: Scene) -> str:
    """Unfinished bodies fill no disk, and others save meanwhile."""
    owner = scene.owner("127.0.0.9")
    before = shutil.disk_usage(scene.places.folder).free
    with under(endless_bodies, Target(scene.places.https, scene.tls, NAME), beginning=15):
        taken = before - shutil.disk_usage(scene.places.folder).free
        saves = times_of(lambda: scene.save(owner), 5)
    expect(taken < MOST_DISK, f"{taken // MB} MB of disk")
    return f"{max(0, taken) // MB} MB of disk (340 bodies of 1 MB); a save {told(saves)}"


def try_sizes(scene: Scene) -> str:
    """85 MB where files are taken, from who is signed in; 1 MB elsewhere. Without a length it need not be taken."""
    owner, stranger, seen = scene.owner(), scene.visitor(), []
    stranger.ask("/account/login/")
    upload = multipart({"key": ""}, "file", {"club.json": b" " * (84 * MB)})
    for name, visitor, path, body, expected in (
        ("84 MB", owner, "/clubs/from-file/", upload, {200, 422}),
        ("85.5 MB", owner, "/clubs/from-file/", bytes(int(85.5 * MB)), {413}),
        ("90 MB", owner, "/clubs/from-file/", bytes(90 * MB), {413}),
        ("84 MB of a stranger", stranger, "/clubs/from-file/", bytes(84 * MB), {413} | NO_LENGTH),
        ("1.1 MB elsewhere", owner, "/account/", bytes(int(1.1 * MB)), {413}),
        ("300 MB elsewhere", stranger, "/account/login/", bytes(300 * MB), {413} | NO_LENGTH),
    ):
        whole = visitor.send(path, body, FILE)
        pieces = visitor.send(path, in_pieces(body), FILE, Transfer_Encoding="chunked")
        expect(
            whole.status in expected and pieces.status in NO_LENGTH | expected,
            f"{name}: {whole.status}, in pieces {pieces.status}",
        )
        seen.append(
            f"{name} {whole.status} ({whole.seconds:.1f} s), in pieces {pieces.status} ({pieces.seconds:.1f} s)"
        )
    expect(scene.save(owner).status == 200, "no save afterwards")
    return "; ".join(seen)


def in_pieces(body: bytes) -> Iterator[bytes]:
    for place in range(0, len(body), 65536):
        yield body[place : place + 65536]


def try_static_files(scene: Scene) -> str:
    visitor = scene.visitor()
    page = visitor.ask("/account/login/").text
    found = re.search(r'href="(/static/[^"]+\.css)"', page)
    expect(found is not None, "no style sheet")
    path = found[1] if found else ""
    plain, small = visitor.ask(path), visitor.ask(path, Accept_Encoding="gzip, br")
    expect((plain.status, small.status) == (200, 200), (plain.status, small.status))
    expect(small.headers["Content-Encoding"] == "br" and len(small.body) < len(plain.body) / 2, small.headers)
    expect("immutable" in small.headers["Cache-Control"], small.headers["Cache-Control"])
    for one in (plain, small, visitor.ask("/account/login/", Accept_Encoding="gzip")):
        policies = one.headers.get_all("Content-Security-Policy") or []
        expect(len(policies) == 1 and "default-src 'none'" in policies[0], policies)
    return f"{path.rsplit('/', 1)[1]}: {len(plain.body)} bytes, as br {len(small.body)}; one CSP each"


def try_websockets(scene: Scene) -> str:
    wish = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13"}
    answer = scene.visitor().post("/account/login/", {}, Sec_WebSocket_Key="x" * 22, **wish)
    expect(answer.status == 403 and answer.headers["Upgrade"] is None, answer.status)
    return "none: answered as without the wish"


def try_attack(name: str) -> Callable[[Scene], str]:
    def attack(scene: Scene) -> str:
        owner = scene.owner("127.0.0.9")  # the others are at another address
        target = Target(scene.places.https, scene.tls, NAME)
        with under(ATTACKS[name], target, beginning=15):
            health = times_of(lambda: scene.visitor("127.0.0.9").ask("/healthz"), scene.seconds / 2)
            saves = times_of(lambda: scene.save(owner), scene.seconds / 2)
        seen = f"/healthz {told(health)}; a save {told(saves)}"
        expect(max(high(health), high(saves)) <= WITHIN, seen)
        return seen

    return attack


def times_of(ask: Callable[[], Answer], seconds: float) -> list[float]:
    taken, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.perf_counter()
        try:
            status = ask().status
        except (OSError, HTTPException) as wrong:
            raise WrongTrial(f"not answered: {wrong!r}") from wrong
        expect(status == 200, status)
        taken.append(time.perf_counter() - start)
    return taken


def told(taken: list[float]) -> str:
    median, most = statistics.median(taken) * 1000, max(taken) * 1000
    return f"{median:.0f} ms, 95 % {high(taken) * 1000:.0f}, at most {most:.0f} ({len(taken)} asked)"


def high(taken: list[float]) -> float:
    return statistics.quantiles(taken, n=20)[-1] if len(taken) > 1 else taken[0]


TRIALS: Final[dict[str, Callable[[Scene], str]]] = {
    "sign-in": try_signing_in,
    "a game": try_saving,
    "https": try_redirects,
    "addresses": try_addresses,
    "sizes": try_sizes,
    "static files": try_static_files,
    "websocket": try_websockets,
    **{name: try_attack(name) for name in ATTACKS},
    "endless bodies": try_endless_bodies,
    "reload (HUP)": try_reload,
    "restart": try_restart,
}

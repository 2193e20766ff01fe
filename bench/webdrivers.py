"""Firefox and WebKit as Debian brings them, by the wires that they speak themselves: no driver of others is needed.

Firefox listens by Marionette (a length, a colon, JSON, over TCP); WebKitWebDriver by the WebDriver protocol over HTTP.
Both need `firefox-esr` or `webkit2gtk-driver` of Debian; WebKit a screen, too, which `xvfb` plays where there is none.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final, Protocol

from bench.serving import free_port

PATIENCE: Final = 60  # seconds for a browser to start, and for an answer of it
# Around a function: a page with a strict policy evaluates no text.
SCRIPT: Final = """
const [given, done] = arguments;
Promise.resolve()
  .then(() => (FUNCTION)(...given))
  .then((value) => done({ value: value ?? null }), (error) => done({ failed: String(error) }));
"""
# What a Firefox of its own would ask of others, or of whoever sits before it.
PREFERENCES: Final = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.aboutConfig.showWarning": False,
    "browser.sessionstore.resume_from_crash": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_beforeunload": True,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.startup.max_resumed_crashes": -1,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}


class Missing(Exception):
    """A browser that cannot be had here."""


class Failed(Exception):
    """What a browser says of why it did not."""


class Wire(Protocol):
    def ask(self, what: str, **more: Any) -> Any: ...


class Window:
    """One page of a browser, whichever it is."""

    def __init__(self, wire: Wire, process: subprocess.Popen[bytes]) -> None:
        self.wire, self.process = wire, process

    def go(self, address: str) -> None:
        self.wire.ask("go", url=address)

    def reload(self) -> None:
        """As the button of the browser does: what drivers know goes past the service worker (Firefox)."""
        self.run("() => { document.documentElement.dataset.before = ''; setTimeout(() => location.reload()); }")
        until = time.monotonic() + PATIENCE
        while self._is_before():
            if time.monotonic() > until:
                raise Failed("the page was not loaded anew")
            time.sleep(0.1)

    def _is_before(self) -> bool:
        try:
            return bool(self.run("() => 'before' in document.documentElement.dataset || !document.body"))
        except Failed:  # the page goes just now
            return True

    def keep_cookie(self, name: str, value: str) -> None:
        """For the site whose page is open; it outlives the browser."""
        self.wire.ask("cookie", cookie={"name": name, "value": value, "path": "/", "expiry": int(time.time()) + 86400})

    def run(self, source: str, *given: Any) -> Any:
        """A function of JavaScript, with plain values; what it promises is waited for. Raises Failed."""
        told = self.wire.ask("run", script=SCRIPT.replace("FUNCTION", source), args=[list(given)])
        if "failed" in told:
            raise Failed(told["failed"])
        return told["value"]

    def kill(self) -> None:
        """As a phone does that needs the room; with all the processes that it has."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


# --- Firefox ---------------------------------------------------------------------------------------------------------


class Marionette:
    NAMES: Final = {
        "new": "WebDriver:NewSession",
        "patience": "WebDriver:SetTimeouts",
        "go": "WebDriver:Navigate",
        "cookie": "WebDriver:AddCookie",
        "run": "WebDriver:ExecuteAsyncScript",
    }

    def __init__(self, port: int) -> None:
        self.wire = connected(port)
        self.told = self.wire.makefile("rb")
        self.asked = 0
        self._read()  # it says who it is
        self.ask("new", capabilities={"alwaysMatch": {"acceptInsecureCerts": True, "pageLoadStrategy": "normal"}})

    def ask(self, what: str, **more: Any) -> Any:
        self.asked += 1
        sent = json.dumps([0, self.asked, self.NAMES[what], more]).encode()
        self.wire.sendall(b"%d:%s" % (len(sent), sent))
        _kind, _number, failed, told = self._read()
        if failed:
            raise Failed(failed["message"])
        return told.get("value") if isinstance(told, dict) else told

    def _read(self) -> Any:
        length = b""
        while (sign := self.told.read(1)) != b":":
            if not sign:
                raise Failed("it has gone")
            length += sign
        return json.loads(self.told.read(int(length)))


@contextmanager
def firefox(profile: Path) -> Iterator[Window]:
    """What it keeps lies in `profile`, also for one that is started later. Raises Missing."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if not program:
        raise Missing("firefox-esr is not installed")
    port = free_port()
    profile.mkdir(exist_ok=True)
    settings = PREFERENCES | {"marionette.port": port}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items()]
    (profile / "user.js").write_text("".join(lines), encoding="utf-8")
    command = [program, "-marionette", "-headless", "-no-remote", "-profile", str(profile), "about:blank"]
    with started(command, {"HOME": str(profile)}) as process:
        wire = Marionette(port)
        wire.ask("patience", script=PATIENCE * 1000)
        yield Window(wire, process)


# --- WebKit ----------------------------------------------------------------------------------------------------------


class WebDriver:
    PATHS: Final = {
        "patience": "timeouts",
        "go": "url",
        "cookie": "cookie",
        "run": "execute/async",
    }

    def __init__(self, port: int, capabilities: dict[str, Any]) -> None:
        connected(port).close()
        self.port = port
        told = self._post("/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.session = f"/session/{told['sessionId']}"

    def ask(self, what: str, **more: Any) -> Any:
        return self._post(f"{self.session}/{self.PATHS[what]}", more)

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=2 * PATIENCE)
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        value = json.loads(answer.read())["value"]
        connection.close()
        if answer.status != 200:
            raise Failed(value.get("message") or value["error"])
        return value


@contextmanager
def webkit(_profile: Path) -> Iterator[Window]:
    """It keeps nothing beyond its own life, as a window for guests. Raises Missing."""
    program = shutil.which("WebKitWebDriver")
    browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    if not program or not browsers:
        raise Missing("webkit2gtk-driver is not installed")
    port = free_port()
    capabilities = {"webkitgtk:browserOptions": {"binary": str(browsers[-1]), "args": ["--automation"]}}
    with a_screen() as screen, started([program, f"--port={port}", "--host=127.0.0.1"], screen) as process:
        wire = WebDriver(port, capabilities)
        wire.ask("patience", script=PATIENCE * 1000, pageLoad=PATIENCE * 1000)
        yield Window(wire, process)


@contextmanager
def a_screen() -> Iterator[dict[str, str]]:
    """The one that is there, or one of its own; as variables for who draws on it. Raises Missing."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        yield {}
        return
    if not (program := shutil.which("Xvfb")):
        raise Missing("there is no screen, and xvfb is not installed")
    told, tells = os.pipe()
    command = [program, "-displayfd", str(tells), "-nolisten", "tcp", "-screen", "0", "800x900x24"]
    with started(command, {}, keeps=[tells]):
        os.close(tells)
        with os.fdopen(told) as number:
            yield {"DISPLAY": f":{number.readline().strip()}"}


# --- Both ------------------------------------------------------------------------------------------------------------


@contextmanager
def started(
    command: Sequence[str], environment: dict[str, str], keeps: Sequence[int] = ()
) -> Iterator[subprocess.Popen[bytes]]:
    """It and all that it starts go at the end."""
    with ExitStack() as stack:
        process = subprocess.Popen(
            command,
            env=os.environ | environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=keeps,
        )
        stack.callback(end, process)
        yield process


def end(process: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=10)
    except (ProcessLookupError, subprocess.TimeoutExpired):
        pass
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait()


def connected(port: int) -> socket.socket:
    """Once it listens. Raises Failed."""
    for _ in range(PATIENCE * 10):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=2 * PATIENCE)
        except OSError:
            time.sleep(0.1)
    raise Failed("it did not start")

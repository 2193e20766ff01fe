"""Is the configuration of docs/operations.md right? `make proxies`, `python -m bench.proxies [SECONDS] [caddy|nginx]`.

Caddy and nginx of Debian's packages (unpacked into a temporary folder where they are not installed) stand in front of a
site as `make run` starts it, with the very texts of the document and a certificate of their own, on free ports of this
machine. Ends with 1 where something is otherwise than the document says; a program that cannot be had is LEFT OUT.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from bench.attacks import raise_limit_of_files
from bench.proxies.documented import NAME, Places
from bench.proxies.fronts import front
from bench.proxies.programs import Missing, find_program
from bench.proxies.scene import PASSWORD, Scene, WrongTrial
from bench.proxies.trials import TRIALS
from bench.proxies.visitor import trust
from bench.serving import free_port, start, wait_for

SECONDS: Final = 60.0  # of each attack
FRONTS: Final = ("caddy", "nginx")


def main() -> None:
    numbers = [float(word) for word in sys.argv[1:] if word.replace(".", "").isdigit()]
    names = [word for word in sys.argv[1:] if word in FRONTS] or [*FRONTS]
    chosen = [word for word in sys.argv[1:] if word in TRIALS] or [*TRIALS]
    raise_limit_of_files()
    with tempfile.TemporaryDirectory(prefix="dokoclub-front-") as home, site(Path(home)) as scene:
        scene.seconds = (numbers or [SECONDS])[0]
        wrong = [name for name in names if not try_front(name, scene, chosen)]
    sys.exit(1 if wrong else 0)


def try_front(name: str, scene: Scene, chosen: list[str]) -> bool:
    folder = scene.places.folder
    try:
        program = find_program(name, folder / "programs")
    except Missing as missing:
        print(f"LEFT OUT: {name} ({missing})", flush=True)
        return True
    print(f"{name} {program.version}", flush=True)
    wrong = 0
    with front(program, scene.places):
        scene.tls = trust(scene.places.certificate)
        for trial in chosen:
            try:
                print(f"  {trial:<18} {TRIALS[trial](scene)}", flush=True)
            except (WrongTrial, OSError) as seen:
                wrong += 1
                print(f"  {trial:<18} WRONG: {seen!r}", flush=True)
    forget_guesses()
    return not wrong


@contextmanager
def site(folder: Path) -> Iterator[Scene]:
    places = Places(folder, https=free_port(), http=free_port(), site=free_port())
    os.environ |= {"DATA_DIR": str(folder / "data"), "LOG_LEVEL": "ERROR", "PUBLIC_URL": f"https://{NAME}"}
    os.environ |= {"DJANGO_SETTINGS_MODULE": "bench.settings"}
    import django

    django.setup()
    from django.core.management import call_command

    from bench.evenings import Table

    call_command("prepare", stdout=open(os.devnull, "w"))  # noqa: SIM115
    table = Table(places.site)
    table.owner.set_password(PASSWORD)
    table.owner.save()
    scene = Scene(places, table, start("dokoclub.wsgi", places.site))
    try:
        wait_for(places.site)
        yield scene
    finally:
        scene.server.terminate()
        scene.server.wait()


def forget_guesses() -> None:
    """So that the next front is guessed at anew."""
    from dokoclub.accounts.models import FailedTries

    FailedTries.objects.all().delete()


if __name__ == "__main__":
    main()

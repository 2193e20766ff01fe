#!/usr/bin/env python3
"""Commands for developers and home servers: `python3 dev.py NAME`. Needs only Python 3.11 and its pip.

packages       bring .venv to the packages for serving, and start nothing
run            set everything up and serve the app (HOST, PORT, and the variables of docs/operations.md)
test           set everything up and run the tests (arguments go to pytest; DOKO_NO_BROWSER=1 leaves browsers out);
               walks, random cases and browser tests as the commit draws them (DOKO_PORTION=0 to 99: others)
test-all       all of them
test-days      the tests without browsers on thirteen special days (DOKO_NOW=2027-02-28T23:30+01:00 with test: then)
drawn-day      the one of them that .ci/run takes for this commit; "drawn-day other" yet another one
test-versions  the tests without browsers on each Python and the newest Django that are here (--only 3.13: one Python)
cover          the tests of scoring/ with every branch counted: an untested one is an error
check          format, lint, types, migrations, translations, templates, the engine in JavaScript
demo           put a demo club into the database (--anew: a fresh one)
test-postgres  tests with a database on a throw-away PostgreSQL, of those that never commit one in five;
has-postgres   whether its programs are here
wheel          build dist/dokoclub-….whl, for `pip install` and the Containerfile
test-wheel     install it into an empty environment, serve, get the first page; in a container, too, if possible
release        check that everything agrees, build the packages twice, write their SBOM, print the tag to set
docs           build the documents and the handbook as a site in dist/site/, and check its links
clean          remove the files that dev.py made, never data
install        bring .venv to everything for tests, checks and tools; the tools are modules: `.venv/bin/python -m bench`
"""

import ast
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
TOOLS, VENV = ROOT / ".tools", ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "installed"  # the installed requirements
# One more than there are cores, because each waits now and then; in the order of tests/conftest.py. "-n0": only one.
WORKERS = min((os.cpu_count() or 1) + 1, 4)
PARALLEL = ("-n", str(WORKERS), "--dist=loadfile", "--no-loadscope-reorder")
# Pip of the Python that made .venv, which has none; its configuration says where the packages are.
PIP = (Path(sys.base_prefix, "bin", "python{}.{}".format(*sys.version_info)), "-m", "pip")
PLAIN_PIP = {"PIP_ROOT_USER_ACTION": "ignore", "PIP_REQUIRE_VIRTUALENV": "0", "PIP_USER": "0"}  # --target suffices
TESTED = {"DJANGO_SETTINGS_MODULE": "tests.settings"}


def call(*command: object, more: Mapping[str, str] = {}, limit: float | None = None, quiet: bool = False) -> bool:
    """Run a command in the checkout; return whether it succeeded."""
    try:
        done = subprocess.run(  # noqa: S603
            [str(word) for word in command],
            cwd=ROOT,
            env=os.environ | more,
            timeout=limit,
            stdout=subprocess.DEVNULL if quiet else None,
            stderr=subprocess.DEVNULL if quiet else None,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def must(*command: object) -> None:
    if not call(*command):
        stop(f"This went wrong: {' '.join(map(str, command))}", code=1)


def stop(message: str, code: int = 2) -> NoReturn:
    print(message, file=sys.stderr)
    sys.exit(code)


# --- The environment: uv makes it in two seconds, pip in half a minute ------------------------------------------------


def install(*wanted: str) -> None:
    """Bring .venv to requirements/<wanted>.txt, one or several, with everything pinned and hashed."""
    here = f"{sys.version} {VENV}"
    installed = STAMP.read_text(encoding="utf-8") if STAMP.exists() else ""
    if installed in (stamp(*wanted) + here, stamp("dev") + here) and PYTHON.exists():  # "dev" holds the others too
        return
    files = [ROOT / "requirements" / f"{name}.txt" for name in wanted]
    print(f"Installing {', '.join(f'requirements/{file.name}' for file in files)} into .venv …", flush=True)
    if not installed.endswith(here):
        shutil.rmtree(VENV, ignore_errors=True)
    fill(VENV, *files)
    STAMP.write_text(stamp(*wanted) + here, encoding="utf-8")


def fill(folder: Path, *requirements: Path) -> Path:
    """Bring an environment to these packages, pinned and hashed; return its Python."""
    if not (install_with_uv(folder, *requirements) or install_with_pip(folder, *requirements)):
        stop("The packages could not be installed: neither uv nor pip got them (see above).")
    return folder / "bin" / "python"


def stamp(*names: str) -> str:
    content = {name: (ROOT / "requirements" / f"{name}.txt").read_bytes() for name in names}
    return "".join(f"{name} {hashlib.sha256(written).hexdigest()} " for name, written in content.items())


def find_uv() -> str | None:
    """Return the path of uv, and install one if there is none."""
    uv = shutil.which("uv") or shutil.which("uv", path=TOOLS / "bin")
    if not uv:
        call(*PIP, "install", "-qq", "--target", TOOLS, "uv", more=PLAIN_PIP)
        uv = shutil.which("uv", path=TOOLS / "bin")
    return uv


def install_with_uv(folder: Path, *requirements: Path) -> bool:
    uv, python = find_uv(), folder / "bin" / "python"
    if not uv:
        return False
    told = uv_settings(pip_configuration())
    made = python.exists() or call(uv, "venv", "-q", "--python", sys.executable, folder, more=told)
    return made and call(uv, "pip", "sync", "-q", "--require-hashes", "--python", python, *requirements, more=told)


def install_with_pip(folder: Path, *requirements: Path) -> bool:
    python = folder / "bin" / "python"
    made = python.exists() or call(sys.executable, "-m", "venv", "--without-pip", folder)
    wanted = [word for file in requirements for word in ("-r", file)]
    return made and call(*PIP, "--python", python, "install", "-q", "--require-hashes", *wanted, more=PLAIN_PIP)


def install_apart(wheel: Path, folder: Path) -> bool:
    """Install a wheel and its dependencies into an empty environment."""
    python = folder / "bin" / "python"
    if uv := find_uv():
        told = uv_settings(pip_configuration())
        made = call(uv, "venv", "-q", "--python", sys.executable, folder, more=told)
        if made and call(uv, "pip", "install", "-q", "--python", python, wheel, more=told):
            return True
    made = python.exists() or call(sys.executable, "-m", "venv", "--without-pip", folder)
    return made and call(*PIP, "--python", python, "install", "-q", wheel, more=PLAIN_PIP)


def pip_configuration() -> dict[str, str]:
    """Return the settings of pip from files and variables; a variable has priority."""
    listed = subprocess.run([*PIP, "config", "list"], capture_output=True, text=True, check=False).stdout.splitlines()  # noqa: S603
    told = [line.partition("=") for line in listed if "=" in line]
    told.sort(key=lambda line: line[0].startswith(":env:"))
    return {name.rpartition(".")[2]: str(ast.literal_eval(value)) for name, _, value in told}


def uv_settings(pip: dict[str, str]) -> dict[str, str]:
    """Return pip's configuration as variables for uv.
    uv does not read that configuration, but a machine may reach its package index only through it.
    """
    settings = {"UV_SYSTEM_CERTS": "1", "UV_NATIVE_TLS": "1", "UV_PYTHON_DOWNLOADS": "never"}
    settings["UV_INDEX_STRATEGY"] = "unsafe-best-match"  # every index is asked, as pip does; the hashes decide
    settings["UV_DEFAULT_INDEX"] = pip.get("index-url", "")
    settings["UV_INDEX"] = " ".join(pip.get("extra-index-url", "").split())
    settings["UV_FIND_LINKS"] = ",".join(pip.get("find-links", "").split())
    settings["SSL_CERT_FILE"] = settings["NODE_EXTRA_CA_CERTS"] = pip.get("cert", "")
    settings["HTTPS_PROXY"] = settings["HTTP_PROXY"] = pip.get("proxy", "")
    return {name: value for name, value in settings.items() if value and name not in os.environ}


# --- A browser for the tests -----------------------------------------------------------------------------------------
# The one without a window first, as Playwright itself fetches it: the same pages in half the time.
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
START = "from playwright.sync_api import sync_playwright as p\nwith p() as play: play.chromium.launch().close()"
NO_BROWSER = """No Chromium for the browser tests, and none could be fetched. Install one (Debian: apt-get install
chromium), or name one in DOKO_CHROMIUM, or say DOKO_NO_BROWSER=1 to leave the browser tests out."""


def chromium() -> str:
    """Return the path of a Chromium that starts; "" means Playwright's own. Fetch one if there is none."""
    apt = ("apt-get", "-qq", "-y", "--no-install-recommends")
    ways: list[tuple[object, ...]] = [(PYTHON, "-m", "playwright", "install", "chromium")]
    if hasattr(os, "getuid") and os.getuid() == 0 and shutil.which("apt-get"):
        ways += [(*apt, "update"), (*apt, "install", "chromium-headless-shell"), (*apt, "install", "chromium")]
        ways += [(PYTHON, "-m", "playwright", "install-deps")]
    for way in [(), *ways]:
        if way:
            print(f"No Chromium yet: {' '.join(map(str, way))}", flush=True)
            call(*way, limit=300, more={"DEBIAN_FRONTEND": "noninteractive"} | uv_settings(pip_configuration()))
        path = chromium_on_path()
        if path or call(PYTHON, "-c", START, limit=60, quiet=True):
            return path
    return stop(NO_BROWSER)


def chromium_on_path() -> str:
    """Return the first one that reports its version: on some systems the name is only a hint where to get one."""
    named = [os.environ["DOKO_CHROMIUM"]] if os.environ.get("DOKO_CHROMIUM") else []
    paths = (path for name in [*named, *BROWSERS] if (path := shutil.which(name)))
    return next((path for path in paths if call(path, "--version", limit=20, quiet=True)), "")


# Clients that only some installations need: the variable that requires each, and the beginnings of its value.
OPTIONAL = {"postgres": ("DATABASE_URL", ("postgres",)), "redis": ("CACHE_URL", ("redis", "valkey"))}

# --- The commands ----------------------------------------------------------------------------------------------------


def run() -> None:
    install(*needed_to_serve())
    if not os.environ.get("PUBLIC_URL"):  # at home; a site on the internet offers the demo club only when told
        os.environ.setdefault("DEMO", "1")
    os.chdir(ROOT)
    os.execv(PYTHON, [str(PYTHON), "manage.py", "serve"])  # noqa: S606


def packages() -> None:
    """Install the packages for serving, for a service that may not write into the checkout."""
    install(*needed_to_serve())


def needed_to_serve() -> list[str]:
    """Return the names of the requirements for serving.
    Each includes "run"; pip and uv take two at once, because they pin the same versions.
    """
    found = [name for name, (variable, words) in OPTIONAL.items() if os.environ.get(variable, "").startswith(words)]
    return found or ["run"]


def install_all() -> None:
    """Install everything for tests, checks, and the modules of bench, docs and tools: `python3 dev.py install`."""
    install("dev")


def test(*arguments: str) -> None:
    draw_portion(*arguments)
    test_all(*arguments)


def test_all(*arguments: str) -> None:
    install("dev")
    must(PYTHON, "-m", "pytest", *PARALLEL, *browser_choice(), *arguments)


def draw_portion(*arguments: str) -> None:
    """Draw by the commit what tests/portions.py leaves for others; with chosen tests, run all of them."""
    if not arguments:
        os.environ.setdefault("DOKO_PORTION", str(int(commit()[:8], 16)))


def cover() -> None:
    install("dev")
    counted = ("--cov=scoring", "--cov-branch", "--cov-report=term-missing:skip-covered", "--cov-fail-under=100")
    must(PYTHON, "-m", "pytest", *PARALLEL, "tests/scoring", *counted)


# A year, a February, a quarter and the summer time end and begin, in Berlin; and noons of one week.
DAYS = (
    "2027-01-01T00:30+01:00",
    "2027-02-28T23:30+01:00",
    "2028-02-29T23:30+01:00",
    "2027-03-31T23:30+02:00",
    "2027-03-28T01:59+01:00",  # there is no 02:30
    "2027-03-28T03:00+02:00",
    "2027-10-31T02:30+02:00",  # the first one of that night
    "2027-10-31T02:30+01:00",
    "2027-12-31T23:59+01:00",
    "2026-11-29T12:00+01:00",  # a Sunday, and its Monday, Wednesday and Saturday
    "2026-11-23T12:00+01:00",
    "2026-11-25T12:00+01:00",
    "2026-11-28T12:00+01:00",
)


def test_days(*arguments: str) -> None:
    """Run the tests on each day, even after a failure on an earlier one."""
    install("dev")
    command = (PYTHON, "-m", "pytest", *PARALLEL, "--ignore=tests/browser", *arguments)
    failed = [day for day in DAYS if not call(*command, more={"DOKO_NOW": day})]
    if failed:
        stop("The tests do not pass at " + ", ".join(failed), code=1)


def drawn_day(*which: str) -> None:
    """Print the day for this commit: always the same for one commit, so that it can be run again.
    `other`: one of the others, likewise.
    """
    turns, place = divmod(int(commit(), 16), len(DAYS))
    if which == ("other",):
        place += 1 + turns % (len(DAYS) - 1)
    print(DAYS[place % len(DAYS)])


def commit() -> str:
    """Return the hash of the commit; 0 outside of git."""
    asked = ["git", "rev-parse", "--verify", "HEAD"]
    try:
        done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return "0"
    return done.stdout.strip()


def browser_choice() -> list[str]:
    if os.environ.get("DOKO_NO_BROWSER") == "1":
        print("DOKO_NO_BROWSER=1: the browser tests are LEFT OUT.", flush=True)
        return ["--ignore=tests/browser"]
    os.environ["DOKO_CHROMIUM"] = chromium()
    return []


def test_postgres(*arguments: str) -> None:
    """Run the tests on PostgreSQL, except tests/scoring, which use no database."""
    draw_portion(*arguments)
    install("dev")
    pytest = [PYTHON, "-m", "pytest", *PARALLEL, *browser_choice(), "--ignore=tests/scoring", *arguments]
    must(PYTHON, "-m", "tests.throwaway_postgres", *pytest)


def has_postgres() -> None:
    """Exit with 2 and a message if the programs of PostgreSQL are missing. Installs nothing."""
    if not call(sys.executable, "-m", "tests.throwaway_postgres"):
        sys.exit(2)


def check() -> None:
    install("dev")
    checks: tuple[tuple[str, ...], ...] = (
        ("mypy",),  # takes as long as all others
        ("ruff", "format", "--check", "--quiet"),
        ("ruff", "check", "--quiet"),
        ("djlint", "--lint", "--quiet", "templates", "tools"),
        ("tools.styles", "--check"),
        ("django", "makemigrations", "--check", "--dry-run"),
        ("tools.translations", "--check"),
        ("tools.engine", "--check"),
    )
    with ThreadPoolExecutor(max_workers=2) as pool:
        passed = list(pool.map(lambda name: call(PYTHON, "-m", *name, more=TESTED), checks))
    failed = [name for name, good in zip(checks, passed, strict=True) if not good]
    if failed:
        stop("Not in order: " + ", ".join(" ".join(name) for name in failed), code=1)


def demo(*arguments: str) -> None:
    install(*needed_to_serve())
    must(PYTHON, "manage.py", "migrate", "--verbosity=0")
    must(PYTHON, "manage.py", "seed_demo", *arguments)
    print('Now type "DEMO=1 make run", open the address it prints, and choose the demo club.')


def wheel(*where: str) -> None:
    install("dev")
    must(PYTHON, "-m", "hatchling", "build", "-t", "wheel", "-d", *(where or ("dist",)))


def test_wheel() -> None:
    with TemporaryDirectory() as folder:
        wheel(folder)
        (made,) = Path(folder).glob("*.whl")
        apart = Path(folder) / "environment"
        if not install_apart(made, apart):
            stop("The wheel could not be installed: neither uv nor pip got what it asks for (see above).", code=1)
        must(PYTHON, "-m", "bench.installed", apart / "bin" / "dokoclub", made)


def clean() -> None:
    """Remove only generated files; the data folder is spared even inside the checkout."""
    data = Path(os.environ.get("DATA_DIR") or "/nowhere").resolve()
    made = [".venv", ".tools", "test-results", "screenshots", "dist"]
    caches = [".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis"]
    for path in [ROOT / name for name in made + caches] + [*ROOT.glob("*/**/__pycache__")]:
        if not (data.is_relative_to(path) or path.is_relative_to(data)):
            shutil.rmtree(path, ignore_errors=True)


def run_module(module: str, *arguments: str) -> None:
    install("dev")
    must(PYTHON, "-m", module, *arguments)


HERE = (packages, run, test, test_all, test_days, drawn_day, cover, check, demo, wheel, test_wheel, clean)
MODULES = {"test-versions": "tools.versions", "release": "tools.release", "docs": "tools.site"}
COMMANDS = (
    {"install": install_all}
    | {command.__name__.replace("_", "-"): command for command in (*HERE, test_postgres, has_postgres)}
    | {name: partial(run_module, module) for name, module in MODULES.items()}
)

if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036
        stop("dokoclub needs Python 3.11 or newer.")
    name, arguments = [*sys.argv, "help"][1], sys.argv[2:]
    if name not in COMMANDS:
        print(__doc__)
        if name not in ("help", "-h", "--help"):
            print(f"There is no command {name}.", file=sys.stderr)
        sys.exit(name not in ("help", "-h", "--help"))
    COMMANDS[name](*arguments)

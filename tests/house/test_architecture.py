"""The arrows of the house run one way; see docs/decisions.md."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.house.arrows import ROOT, imported, modules, tree_of
from tools import catalog

APPS = (
    "demo",
    "exports",
    "screens",
    "tournaments",
    "settlement",
    "standings",
    "dates",
    "evenings",
    "clubs",
    "accounts",
    "handbook",
    "ui",
)  # each may use those to its right
# Inside an app, each layer may use those below it and its like.
LAYERS = (
    {"urls"},
    {"views", "plugins", "templatetags"},
    {"presenters"},
    {"forms"},
    {"services"},
    {"selectors", "access"},
    {"domain"},
    {"texts"},
    {"models"},
)
LEVEL = {layer: level for level, layers in enumerate(LAYERS) for layer in layers}
# What stands in an app beside the layers: what Django asks for, and where other apps hook in.
BESIDE = {"apps", "management", "adapters", "middleware", "requests", "hooks"}
# Rooms of an app that are a world of their own, with the level at which the others of the app use them.
ROOMS = {
    "exports.exporters": "presenters",
    "exports.importers": "models",
    "exports.sandbox": "models",
    "exports.club_file": "domain",
}
WORLD = {"io", "os", "pathlib", "random", "socket", "subprocess", "threading", "time", "urllib"}
DOKOCLUB = modules("dokoclub")
SCORING = modules("scoring")


def app_of(name: str) -> str:
    """The app that a dotted name belongs to, or "" for the project's own modules and everything outside."""
    parts = name.split(".")
    known = (*APPS, "operations")
    return parts[1] if parts[0] == "dokoclub" and len(parts) > 1 and parts[1] in known else ""


def arrows_between_apps() -> Iterator[tuple[str, str]]:
    for name, path in DOKOCLUB.items():
        for target in imported(name, path):
            if app_of(name) and app_of(target) and app_of(name) != app_of(target):
                yield name, target


def test_every_app_has_its_place() -> None:
    folders = {path.parent.name for path in (ROOT / "dokoclub").glob("*/urls.py")} - {"dokoclub"}

    assert folders <= {*APPS, "operations"}
    assert len(folders) >= 4


def test_apps_import_only_downwards() -> None:
    order = {app: place for place, app in enumerate(APPS)}
    upwards = [
        f"{name} imports {target}"
        for name, target in arrows_between_apps()
        if {app_of(name), app_of(target)} <= order.keys() and order[app_of(target)] < order[app_of(name)]
    ]

    assert upwards == []


def test_operations_stand_apart() -> None:
    crossing = [
        f"{name} imports {target}"
        for name, target in arrows_between_apps()
        if "operations" in (app_of(name), app_of(target))
    ]

    assert crossing == []


def layer_of(name: str) -> str:
    """`services` for dokoclub.clubs.services.players; "" for what stands beside the layers."""
    parts = name.split(".")
    if not app_of(name) or len(parts) < 3:
        return ""
    layer = ROOMS.get(f"{parts[1]}.{parts[2]}", parts[2])
    return layer if layer in LEVEL else ""


def test_every_module_of_an_app_has_a_layer() -> None:
    """`look` and `operations` are toolboxes that hold no people and no games; `demo` is a script in several parts."""
    apps = set(APPS) - {"ui", "demo"}
    homeless = [
        name
        for name in DOKOCLUB
        if app_of(name) in apps and name.count(".") > 1 and not layer_of(name) and name.split(".")[2] not in BESIDE
    ]

    assert homeless == []


def reached(name: str, app: str, seen: frozenset[str] = frozenset()) -> set[str]:
    """The layers of its own app that a module uses, also through modules that are in no layer."""
    layers: set[str] = set()
    for target in imported(name, DOKOCLUB[name]):
        module = target if target in DOKOCLUB else target.rpartition(".")[0]
        if app_of(module) != app or module in seen or module not in DOKOCLUB:
            continue
        layers |= {layer_of(module)} if layer_of(module) else reached(module, app, seen | {name})
    return layers


def test_inside_an_app_layers_use_only_what_lies_below() -> None:
    upwards = [
        f"{name} uses the {below} of its app"
        for name in DOKOCLUB
        if layer_of(name)
        for below in reached(name, app_of(name))
        if LEVEL[below] < LEVEL[layer_of(name)]
    ]

    assert upwards == []


def test_whatever_makes_pages_asks_selectors_instead_of_the_database() -> None:
    asking = [
        name
        for name, path in DOKOCLUB.items()
        if layer_of(name) in ("views", "on_club_pages", "templatetags", "shown")
        and ".objects" in path.read_text(encoding="utf-8")
    ]

    assert asking == []


def test_a_right_is_asked_of_the_membership_and_not_read_past_it() -> None:
    """`may(Right.OWN)`, not `.owner`: so who may do much also may do less (tests/clubs/test_models.py)."""
    past = [
        f"{name} reads .{node.attr}"
        for name, path in DOKOCLUB.items()
        if layer_of(name) in ("urls", "views", "forms", "access") or name.rpartition(".")[2].startswith("parts")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute) and node.attr in ("owner", "scorer", "treasurer")
    ]

    assert past == []


def test_services_and_selectors_never_see_a_request() -> None:
    seeing = [
        name
        for name, path in DOKOCLUB.items()
        if layer_of(name) in ("services", "selectors", "domain", "texts", "models")
        and "django.http.HttpRequest" in imported(name, path)
    ]

    assert seeing == []


def test_scoring_needs_nothing_but_python() -> None:
    foreign = {
        f"{name} imports {target}"
        for name, path in SCORING.items()
        for target in imported(name, path)
        if target.split(".")[0] not in {"scoring", "_typeshed", *sys.stdlib_module_names}
    }

    assert foreign == set()


def test_scoring_touches_the_world_only_at_its_command_line() -> None:
    touching = {
        f"{name} imports {target}"
        for name, path in SCORING.items()
        if name != "scoring.__main__"
        for target in imported(name, path)
        if (target.split(".")[0] in WORLD or target == "datetime.datetime")
        and target not in ("random", "random.Random")
    }

    assert touching == set()


def test_chance_in_scoring_comes_of_a_seed() -> None:
    """`Random(seed)` answers the same for ever; the functions of the module itself stay forbidden."""
    unseeded = [
        f"{name}:{node.lineno}"
        for name, path in SCORING.items()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Random" and not node.args
    ]

    assert unseeded == []


def test_scoring_is_not_kept_by_a_migration() -> None:
    """A stored migration must run for ever; the engine changes."""
    paths = (ROOT / "dokoclub").glob("*/migrations/*.py")

    assert [path.name for path in paths if "scoring" in path.read_text(encoding="utf-8")] == []


# --- What a page may load and a file may name ------------------------------------------------------------------------

SHOWN = [path for folder in ("templates", "static") for path in sorted((ROOT / folder).rglob("*")) if path.is_file()]
SHOWN_TEXTS = [
    path for path in SHOWN if path.suffix in (".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest")
]
FOREIGN = re.compile(
    r"(?:https?:)?//(?!www\.w3\.org/|[a-z.-]*\bexample\.org)[a-z0-9-]+(?:\.[a-z0-9-]+)+", re.IGNORECASE
)


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_page_asks_another_host() -> None:
    asked = {relative(path): FOREIGN.findall(path.read_text(encoding="utf-8")) for path in SHOWN_TEXTS}

    assert {name: hosts for name, hosts in asked.items() if hosts} == {}


def project_texts() -> Iterator[tuple[Path, str]]:
    """Yield the text files of the project, without the packages that a release builds."""
    skipped = {".git", ".venv", ".tools", "dist", "__pycache__"}
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        if path.is_file() and not skipped & set(parts) and not any(part.endswith("_cache") for part in parts):
            try:
                yield path, path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


def test_no_file_names_a_package_index() -> None:
    """The index is configured on each machine; a mirror must work as well."""
    hosts = [f"{name}.{end}" for name, end in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"))]
    naming = [relative(path) for path, text in project_texts() if any(host in text for host in hosts)]

    assert naming == []


def test_a_german_catalog_is_compiled_beside_its_source() -> None:
    """A new machine has no msgfmt."""
    assert catalog.is_current(ROOT / "locale" / "de" / "LC_MESSAGES" / "django.po")

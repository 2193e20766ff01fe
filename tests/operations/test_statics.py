"""When are static files collected anew?"""

from pathlib import Path
from unittest import mock

import pytest
from pytest_django import Settings

from dokoclub.core import static_files


@pytest.fixture
def source(settings: Settings, tmp_path: Path) -> Path:
    """A folder of our own files, and nothing collected yet."""
    source = tmp_path / "source"
    source.mkdir()
    (source / "table.css").write_text("table { color: green }")
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [source], tmp_path / "collected"
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "dokoclub.core.static_files.ModuleStorage"}}
    return source


def collected(settings: Settings) -> list[str]:
    return sorted(path.name for path in Path(settings.STATIC_ROOT).glob("table.*.css"))


def test_once_is_enough(source: Path, settings: Settings) -> None:
    assert static_files.collect_static()
    assert len(collected(settings)) == 1

    assert not static_files.collect_static()


def test_a_file_that_changed_gets_another_name_and_the_old_one_stays(source: Path, settings: Settings) -> None:
    static_files.collect_static()
    (source / "table.css").write_text("table { color: grey }")

    assert static_files.collect_static()
    assert len(collected(settings)) == 2


def test_another_version_of_what_packs_them_packs_anew(source: Path) -> None:
    static_files.collect_static()

    with mock.patch.object(static_files, "version", return_value="99"):
        assert static_files.collect_static()


def test_what_was_tidied_away_comes_back(source: Path, settings: Settings) -> None:
    static_files.collect_static()
    (name,) = collected(settings)
    Path(settings.STATIC_ROOT, name).unlink()

    assert static_files.collect_static()
    assert collected(settings) == [name]


def test_an_interrupted_one_is_done_again(source: Path) -> None:
    with (
        mock.patch.object(static_files, "call_command", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt),
    ):
        static_files.collect_static()

    assert static_files.collect_static()


def test_scripts_of_ours_go_without_remarks_and_find_each_other(source: Path, settings: Settings) -> None:
    (source / "js").mkdir()
    (source / "js" / "one.js").write_text('// Of one.\nimport { two } from "./two.js";\n\n  two(); // now\n')
    (source / "js" / "two.js").write_text("/** Of two. */\nexport const two = () => 2;\n")
    (source / "theirs.js").write_text("// Not ours.\n")
    static_files.collect_static()
    folder = Path(settings.STATIC_ROOT)
    [one], [two], [theirs] = (list(folder.glob(f"{name}.????????????.js")) for name in ("js/one", "js/two", "theirs"))
    assert one.read_text() == f'import{{two}} from "./{two.name}";\ntwo();\n'
    assert two.read_text() == "export const two=()=>2;\n"
    assert theirs.read_text() == "// Not ours.\n"


def test_a_long_chain_of_imports_is_collected(source: Path, settings: Settings) -> None:
    (source / "js").mkdir()
    for number in range(20):
        (source / "js" / f"{number:02}.js").write_text(f'import "./{number + 1:02}.js";\n')
    (source / "js" / "20.js").write_text("done();\n")
    assert static_files.collect_static()


def test_our_own_files_are_collected_under_names_of_their_content(source: Path, settings: Settings) -> None:
    settings.STATICFILES_DIRS = [settings.FILES_DIR / "static"]
    assert static_files.collect_static()
    for name in ("sheet/sheet", "outbox/worker", "engine"):
        assert len([*Path(settings.STATIC_ROOT).glob(f"js/{name}.????????????.js")]) == 1

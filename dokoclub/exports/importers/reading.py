"""Reading of uploaded files into old sheets: tables by their numbers, files of ours and of other programs by name."""

from collections.abc import Sequence

from dokoclub.exports.importers.files import is_json, read_grids, refuse_large, refuse_other_json
from dokoclub.exports.importers.foreign_files import read_foreign_file, read_foreign_grids
from dokoclub.exports.importers.own_files import load_own_json, read_lists, read_own_games
from dokoclub.exports.importers.unpacking import Budget, Exhausted
from scoring.tables.grid import Grid, get_place, without_left_out
from scoring.tables.notes import Unreadable
from scoring.tables.own_tables import refuse_own_table
from scoring.tables.reading import Options, Source
from scoring.tables.sheet import OldSheet


def find_sources(name: str, content: bytes, options: Options, budget: Budget, *, file: int = 0) -> list[Source]:
    """Find the sheets of a file and their rows, without those left out; an unreadable file becomes one sheet.

    Raises Exhausted.
    """
    try:
        found = _read_content(name, content, options, budget)
    except Exhausted:
        raise
    except Unreadable as wrong:
        found = [OldSheet(name, problems=[wrong.note])]
    sources = [_source(one, get_place(file, number)) for number, one in enumerate(found)]
    left_out = [without_left_out(source.grid, source.place, options.left_out) for source in sources]
    kept = [source._replace(grid=grid) for source, grid in zip(sources, left_out, strict=True) if grid is not None]
    lists = [source for source in kept if refuse_own_table(source.grid) is None]
    return lists or kept  # with a list of games, its results are not needed


def _read_content(name: str, content: bytes, options: Options, budget: Budget) -> Sequence[Grid | OldSheet]:
    """Parse the content into grids or sheets. Raises Unreadable, and Exhausted if `budget` runs out."""
    refuse_large(content)
    title = name.rpartition(".")[0] or name
    if (known := read_foreign_file(title, content, budget)) is not None:
        return known
    refuse_other_json(content)
    if (own := load_own_json(content)) is not None:
        return [read_own_games(title, own, budget)]
    if is_json(content):
        return list(read_lists(title, content, budget))
    grids = read_grids(title, content, budget, separator=options.separator, encoding=options.encoding)
    return read_foreign_grids(title, grids, budget) or grids


def _source(found: Grid | OldSheet, place: str) -> Source:
    if isinstance(found, Grid):
        return Source(found, place)
    found.place = place
    found.group = found.group and f"{place.partition('.')[0]} {found.group}"
    return Source(Grid(found.title, []), place, found)

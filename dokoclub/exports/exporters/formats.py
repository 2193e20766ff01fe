"""File formats for export. A new one needs a module `as_<format>.py` and an entry here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from dokoclub.exports.exporters import as_csv, as_json, as_xlsx
from dokoclub.exports.exporters.documents import Document


class Format(NamedTuple):
    name: str
    type: str  # MIME type
    write: Callable[[Document], Iterator[bytes]]


FORMATS: Final = {
    "csv": Format("CSV", as_csv.TYPE, as_csv.write_csv),
    "xlsx": Format("XLSX", as_xlsx.TYPE, as_xlsx.write_xlsx),
    "json": Format("JSON", as_json.TYPE, as_json.write_json),
}


class FormatInAddress:
    """Path converter `<format:format>`: one of FORMATS."""

    regex = "|".join(FORMATS)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value

"""Files that need far more than their size: small for the tests, full-size for `bench/bombs.py`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

_NAMES = "http://schemas.openxmlformats.org"
_SHEET = f'<worksheet xmlns="{_NAMES}/spreadsheetml/2006/main"><sheetData>'.encode()
_SHEET_END = b"</sheetData></worksheet>"
_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_NAMES}/package/2006/content-types"/>',
    "_rels/.rels": f'<Relationships xmlns="{_NAMES}/package/2006/relationships"><Relationship Id="rId1" '
    f'Type="{_NAMES}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_NAMES}/spreadsheetml/2006/main" '
    f'xmlns:r="{_NAMES}/officeDocument/2006/relationships">'
    '<sheets><sheet name="Liste" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_NAMES}/package/2006/relationships">'
    f'<Relationship Id="rId1" Type="{_NAMES}/officeDocument/2006/relationships/worksheet" '
    f'Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="rId2" Type="{_NAMES}/officeDocument/2006/relationships/sharedStrings" '
    'Target="sharedStrings.xml"/></Relationships>',
}


def pack_workbook(sheet: bytes, texts: bytes = b"", **more: bytes) -> bytes:
    """Return an XLSX with one sheet with the rows `sheet`, and shared texts."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=9) as packed:
        for name, part in _PARTS.items():
            packed.writestr(name, part)
        packed.writestr("xl/worksheets/sheet1.xml", _SHEET + sheet + _SHEET_END)
        if texts:
            packed.writestr(
                "xl/sharedStrings.xml",
                f'<sst xmlns="{_NAMES}/spreadsheetml/2006/main">'.encode() + texts + b"</sst>",
            )
        for name, content in more.items():
            packed.writestr(f"xl/{name}.xml", content)
    return out.getvalue()


def share_text(length: int, cells: int) -> bytes:
    """Return one text of `length` characters, and `cells` that show it."""
    sheet = b"".join(
        b'<row r="%d">' % row + b"".join(b'<c t="s"><v>0</v></c>' for _ in range(100)) + b"</row>"
        for row in range(1, cells // 100 + 1)
    )
    return pack_workbook(sheet, b"<si><t>" + b"x" * length + b"</t></si>")


def list_cells(number: int) -> bytes:
    """Return `number` empty cells in one row, which nobody sees."""
    return pack_workbook(b"<row>" + b"<c/>" * number + b"</row>")


def unpack_to(megabytes: int) -> bytes:
    return pack_workbook(b"", media=b"0" * (megabytes * 1024 * 1024))


def nest_tags(depth: int) -> bytes:
    return pack_workbook(b"<row>" + b"<a>" * depth + b"</a>" * depth + b"</row>")


def write_table(rows: int, *, note: int = 130) -> bytes:
    """Return a valid CSV: one evening of fifty games after the other, with a note next to each game."""
    lines = ["Datum;Anna;Ben;Cleo;Dora;Notiz"]
    for row in range(rows):
        points = ("1;1;-1;-1", "-2;2;2;-2", "3;-3;3;-3", "9;-3;-3;-3")[row % 4]
        evening = row // 100
        day = f"{1 + evening % 28}.{1 + evening // 28 % 12}.{2000 + evening // 336}"
        lines.append(f"{day};{points};{'x' * note}")
    return "\n".join(lines).encode()


def spread_cells(rows: int, columns: int) -> bytes:
    """Return a CSV of separators only."""
    return b"\n".join([b"A;B;C;D", b"1;1;-1;-1", *[b";" * (columns - 1)] * rows])


def nest_club(depth: int) -> bytes:
    """Return a club file with only one row, a list in a list in a list."""
    return b'{"format": "dokoclub", "version": 1, "club": [{"name": ' + b"[" * depth + b"]" * depth + b"}]}"


def repeat_club(rows: int) -> Iterator[bytes]:
    """Yield a club file of rows that look like payments, piece by piece."""
    row = {"club": 1, "payer": 1, "receiver": 1, "cents": 1, "made_at": "2020-01-01", "taken_back_at": None}
    line = json.dumps(row).encode()
    yield b'{"format": "dokoclub", "version": 1, "payments": ['
    for start in range(0, rows, 1000):
        yield (b",\n" if start else b"") + b",\n".join([line] * min(1000, rows - start))
    yield b"]}"

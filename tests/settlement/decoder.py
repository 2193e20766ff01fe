"""A reader of the QR codes in a page, as a phone's."""

from __future__ import annotations

import re
from typing import Final

import zxingcpp

DOTS: Final = 4  # a module of the code, in pixels of the picture


def read_qr(page: str) -> list[str]:
    """Return the texts of all codes in an HTML page: each is drawn into a picture, and the picture is read."""
    drawings = re.findall(r'viewBox="0 0 (\d+) \d+"><g transform="scale\((\d+)\)">.*?stroke="#000" d="([^"]+)"', page)
    return [text for size, scale, path in drawings for text in _decoded(int(size) // int(scale), path)]


def _decoded(size: int, path: str) -> list[str]:
    width = size * DOTS
    picture = bytearray(b"\xff" * width * width)
    for row, start, length in _strokes(path):
        for line in range(row * DOTS, (row + 1) * DOTS):
            at = line * width + start * DOTS
            picture[at : at + length * DOTS] = bytes(length * DOTS)
    pixels = memoryview(picture).cast("B", shape=[width, width])
    return [barcode.text for barcode in zxingcpp.read_barcodes(pixels)]


def _strokes(path: str) -> list[tuple[int, int, int]]:
    """Yield row, column and length of each horizontal stroke: `M x y` first, then `m dx dy` and `h length`."""
    found = []
    x, y = 0.0, 0.0
    for command, numbers in re.findall(r"([Mmh])([-0-9. ]+)", path):
        given = [float(number) for number in re.findall(r"-?[0-9.]+", numbers)]
        if command == "h":
            found.append((int(y), int(x), int(given[0])))
            x += given[0]
        else:
            x, y = (given[0], given[1]) if command == "M" else (x + given[0], y + given[1])
    return found

"""Is the log beside an SQLite database whole? SQLite reads it up to a damaged place, and drops the rest in silence."""

import struct
from pathlib import Path
from typing import Final, NamedTuple

HEADER: Final = 32  # bytes of the file; each frame then has 24 and a page
FRAME: Final = 24
MAGIC: Final = {0x377F0682: "<", 0x377F0683: ">"}  # and the order of bytes in which its sums are made
READ_FRAMES: Final = slice(16, 20)  # in the index of the log: how many frames SQLite has found whole


class Frame(NamedTuple):
    ends_a_save: bool
    salts: bytes  # the same in all frames of one round of the log


def count_lost_saves(log: Path, index: Path) -> int:
    """Count the saves behind a damaged place of `log`, which SQLite has just read into `index`.

    One may be that of a power cut, of which nobody was told that it is saved: it does not count.
    """
    content, read = log.read_bytes(), index.read_bytes()[READ_FRAMES]
    frames = list_frames(content)
    if not frames or len(read) < 4:
        return 0
    salts = content[16:24] if is_header_whole(content) else frames[0].salts
    (whole,) = struct.unpack("=I", read)
    lost = sum(frame.ends_a_save and frame.salts == salts for frame in frames[whole:])
    return lost if lost > 1 else 0


def list_frames(content: bytes) -> list[Frame]:
    size = struct.unpack(">I", content[8:12])[0] if len(content) >= HEADER else 0
    if size not in {1 << power for power in range(9, 17)}:
        return []
    starts = range(HEADER, len(content) - FRAME - size + 1, FRAME + size)
    return [Frame(content[start + 4 : start + 8] != bytes(4), content[start + 8 : start + 16]) for start in starts]


def is_header_whole(content: bytes) -> bool:
    order = MAGIC.get(struct.unpack(">I", content[:4])[0])
    if order is None:
        return False
    one = two = 0
    for left, right in struct.iter_unpack(f"{order}II", content[:24]):
        one = (one + left + two) & 0xFFFFFFFF
        two = (two + right + one) & 0xFFFFFFFF
    return struct.pack(">II", one, two) == content[24:32]

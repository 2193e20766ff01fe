"""Readers of files of other programs, recognized by their content. docs/format.md."""

from __future__ import annotations

from types import ModuleType
from typing import Final

from scoring.format.peers import (
    arnech8788,
    bockzettel,
    chohner,
    doko_kasse,
    dokostats,
    doppelkopffreunde,
    gsheet,
    nicop2000,
    slschulte,
    tim_seidel,
    toh0bi,
    uncaught,
)

PEERS: Final[dict[str, ModuleType]] = {
    module.NAME: module
    for module in (
        bockzettel,
        tim_seidel,
        arnech8788,
        toh0bi,
        slschulte,
        dokostats,
        doppelkopffreunde,
        chohner,
        gsheet,
        uncaught,
        nicop2000,
        doko_kasse,
    )
}

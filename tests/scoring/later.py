"""What came after the published table of presets, and what everything older meant by it."""

from collections.abc import Mapping
from typing import Any

PARAMETERS: Mapping[str, Any] = {"karlchen_card": "jack", "doppelkopf": "augen_40", "solo_names": {}}
OF_BOCK: Mapping[str, Any] = {"in_solo": True}


def completed(older: Mapping[str, Any]) -> dict[str, Any]:
    """A complete set of parameters as today's rules write it, the later ones behind the others."""
    bock = older["bock"]
    return {**older, "bock": bock and {**bock, **OF_BOCK}, **PARAMETERS}

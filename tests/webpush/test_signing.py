"""The install's key and the token that it signs: RFC 8292."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from dokoclub.webpush import CURVE, load_key, name_key, pack_bytes, sign_token, unpack_text

DAY = 24 * 60 * 60
# The example of RFC 8292, section 2.4
EXAMPLE = (
    "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B"
    "1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0."
    "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, "
    "k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
)


def check(authorization: str) -> dict[str, object]:
    """Return the claims like a push service, if they are signed by the named key."""
    given = dict(part.split("=", 1) for part in authorization.removeprefix("vapid ").split(", "))
    head, claims, signature = given["t"].split(".")
    halves = unpack_text(signature)
    assert len(halves) == 64
    signed = encode_dss_signature(*(int.from_bytes(half, "big") for half in (halves[:32], halves[32:])))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unpack_text(given["k"]))
    key.verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    assert json.loads(unpack_text(head)) == {"typ": "JWT", "alg": "ES256"}
    said: dict[str, object] = json.loads(unpack_text(claims))
    return said


def token(folder: Path, audience: str = "https://push.example.org") -> str:
    return sign_token(load_key(folder), audience=audience, contact="doko@example.org", now=1_000_000)


def test_the_example_of_the_standard_is_checked_alike() -> None:
    said = check(EXAMPLE)
    assert said == {"aud": "https://push.example.net", "exp": 1453523768, "sub": "mailto:push@example.com"}


def test_the_token_says_to_whom_how_long_and_by_whom(tmp_path: Path) -> None:
    said = check(token(tmp_path))
    assert (said["aud"], said["sub"]) == ("https://push.example.org", "mailto:doko@example.org")
    assert 1_000_000 < int(str(said["exp"])) <= 1_000_000 + DAY
    assert token(tmp_path).endswith(f"k={name_key(load_key(tmp_path))}")


def test_no_other_key_signs_so(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    ours, theirs = token(tmp_path), token(tmp_path / "other")
    with pytest.raises(InvalidSignature):
        check(ours.partition(", ")[0] + ", " + theirs.partition(", ")[2])


def test_the_key_is_made_once_and_read_by_its_owner_alone(tmp_path: Path) -> None:
    first, again = (name_key(load_key(tmp_path)) for _ in range(2))
    assert first == again
    assert len(unpack_text(first)) == 65
    (kept,) = tmp_path.iterdir()
    assert (kept.name, stat.S_IMODE(kept.stat().st_mode)) == ("vapid_key", 0o600)


@pytest.mark.parametrize("text", ["", "coffee", "AA", pack_bytes(b"\xff" * 32), pack_bytes(b"\x00" * 32), "ä"])
def test_a_file_that_is_no_key_is_named_and_kept(tmp_path: Path, text: str) -> None:
    (tmp_path / "vapid_key").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="vapid_key holds no key"):
        load_key(tmp_path)
    assert (tmp_path / "vapid_key").read_text(encoding="utf-8") == text

"""How settings are read from the environment: each value by name, so that a bad one stops the start and says which."""

import os
import re
import secrets
import sys
from collections.abc import Callable, Iterator, Mapping
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo

import environ
from django.core.exceptions import ImproperlyConfigured

Meaning = TypeVar("Meaning")


class Literally(Mapping[str, str]):
    """The environment as it is when it is asked, `$` meaning itself: passwords may begin with it."""

    def __getitem__(self, name: str) -> str:
        return os.environ[name].replace("$", r"\$")

    def __iter__(self) -> Iterator[str]:
        return iter(os.environ)

    def __len__(self) -> int:
        return len(os.environ)


class Environment(environ.Env):  # type: ignore[misc]  # has no types
    ENVIRON = Literally()
    escape_proxy = True


env = Environment()
env.escape_proxy = True
asked: dict[str, None] = {}  # the names of all variables that were read, in their order


def read_env(name: str, understand: Callable[[str], Meaning], default: str) -> Meaning:
    """What the variable `name` says; empty counts as not set. A bad value stops the start, by name.

    The value itself is not repeated in the message, because it may hold a password.
    """
    asked[name] = None
    try:
        return understand(env.str(name, default="") or default)
    except OSError as wrong:
        raise ImproperlyConfigured(f"{name} is not usable: {wrong.strerror}") from None
    except (ValueError, KeyError, ImproperlyConfigured) as wrong:
        raise ImproperlyConfigured(f"{name} is not usable: {wrong}") from None


def switch(value: str) -> bool:
    words = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
    if value.lower() not in words:
        raise ValueError("say 1 or 0")
    return words[value.lower()]


def whole_number(value: str) -> int:
    if not value.isascii() or not value.isdecimal():
        raise ValueError("say a whole number, 0 or more")
    return int(value)


def port(value: str) -> int:
    number = whole_number(value)
    if not 1 <= number <= 65535:
        raise ValueError("say a number from 1 to 65535")
    return number


def machine(value: str) -> str:
    """A name or an address, an IPv6 address in brackets: ready to be followed by a port."""
    bare = value.removeprefix("[").removesuffix("]")
    if ":" in bare:
        return f"[{IPv6Address(bare)}]"
    if not re.fullmatch(r"[\w.-]+", bare):
        raise ValueError("say the name or the address of a machine, without a port")
    return bare


def one_of(*words: str) -> Callable[[str], str]:
    def understand(value: str) -> str:
        if value not in words:
            raise ValueError(f"say one of {', '.join(words)}")
        return value

    return understand


def words(value: str) -> list[str]:
    return [word.strip() for word in value.split(",") if word.strip()]


def folder(value: str) -> Path:
    path = Path(value).expanduser()
    if not path.is_absolute():
        raise ValueError("say a path from the root, such as /srv/dokoclub")
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not os.access(path, os.W_OK | os.X_OK):
        raise ValueError("whoever starts the program may not write into this folder")
    return path


def site_address(value: str) -> SplitResult:
    address = urlsplit(value)
    bare = (address.path.strip("/"), address.query, address.fragment) == ("", "", "")
    if address.scheme not in ("http", "https") or not address.hostname or not bare or address.port == 0:
        raise ValueError("say scheme and host, such as https://doko.example.org")
    if "@" in address.netloc:
        raise ValueError("it stands in every link, so it must not hold a user or a password")
    return address


def time_zone(value: str) -> str:
    return ZoneInfo(value).key


def database(value: str) -> dict[str, Any]:
    if not value.startswith(("sqlite:///", "postgres://", "postgresql://")) or not urlsplit(value).path.strip("/"):
        raise ValueError("say postgres://user:password@host/name or sqlite:////path/to/file")
    return dict(env.db_url_config(value))


def cache(value: str) -> dict[str, Any]:
    """What Django can do alone: a client for Redis or memcached is not among our dependencies."""
    if not value.startswith(("dbcache://", "locmemcache://")):
        raise ValueError("say dbcache://name_of_a_table or locmemcache://name")
    return dict(env.cache_url_config(value))


def usual_data_dir() -> str:
    """Outside the checkout, so that neither an upgrade nor `make clean` can touch it."""
    if sys.platform == "darwin":
        return str(Path.home() / "Library" / "Application Support" / "dokoclub")
    if sys.platform == "win32":
        return str(Path(os.environ.get("LOCALAPPDATA", Path.home())) / "dokoclub")
    return str(Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "dokoclub")


def stored_secret_key(folder: Path) -> str:
    """The key of this install, made on the first start and readable by its owner alone."""
    path = folder / "secret_key"
    try:
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(secrets.token_urlsafe(64))
    except FileExistsError:
        pass
    return path.read_text(encoding="utf-8").strip()

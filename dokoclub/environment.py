"""Functions that read settings from the environment. A bad value stops the start with the name of its variable."""

import hashlib
import importlib.util
import os
import re
import secrets
import shlex
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import Any, NoReturn, TypeVar
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo

import django
import environ
from django.core.exceptions import ImproperlyConfigured

Meaning = TypeVar("Meaning")
MOST_CORES = 8
MOST_COUNTS = 100_000  # in a cache: with Django's usual 300 a busy evening would evict counts
REDIS = {"redis": "redis", "rediss": "rediss", "valkey": "redis", "valkeys": "rediss"}  # schemes; with s: over TLS
DEVIATIONS = set("ßς\u200c\u200d")  # letters of names for which the two standards of Punycode differ
NOWHERE = (".local", ".localhost", ".localdomain", ".internal", ".invalid", ".test")  # no mail reaches these domains
MAIL_OPTIONS = {  # what Django's two kinds of mailers take, and the settings that held it before
    "smtp": {
        "host": "EMAIL_HOST",
        "port": "EMAIL_PORT",
        "username": "EMAIL_HOST_USER",
        "password": "EMAIL_HOST_PASSWORD",
        "use_tls": "EMAIL_USE_TLS",
        "use_ssl": "EMAIL_USE_SSL",
    },
    "filebased": {"file_path": "EMAIL_FILE_PATH"},
}


class Literally(Mapping[str, str]):
    """The environment, read live. `$` is literal: passwords may begin with it."""

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
asked: dict[str, None] = {}  # the names of all variables that were read, in order


def read_env(name: str, understand: Callable[[str], Meaning], default: str) -> Meaning:
    """Return the parsed value of the variable `name`; empty counts as not set.

    A bad value stops the start, by name. The value itself is not repeated in the message, because it may hold a
    password.
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


def seen_from_outside(host: str) -> str:
    """Return the name by which other machines reach a server listening on `host`, ready to be followed by a port.

    Connecting a datagram socket sends nothing; it only picks the interface. Without a network: `localhost`.
    """
    if host not in ("0.0.0.0", "[::]"):  # noqa: S104
        return "localhost" if host == "127.0.0.1" else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "localhost"
        return str(probe.getsockname()[0])


def is_only_here(host: str) -> bool:
    """Return whether this name or address means the local machine on every machine."""
    bare = host.removeprefix("[").removesuffix("]")
    if bare == "localhost" or bare.endswith(".localhost"):
        return True
    try:
        return ip_address(bare).is_loopback
    except ValueError:  # a name
        return False


def machine(value: str) -> str:
    """Return a name or an address, an IPv6 address in brackets: ready to be followed by a port."""
    bare = value.removeprefix("[").removesuffix("]")
    try:
        return f"[{IPv6Address(bare)}]" if ":" in bare else host_name(bare)
    except ValueError:
        raise ValueError("say the name or the address of a machine, without a scheme or a port") from None


def host_name(name: str) -> str:
    """Return a host name as browsers send it: lower case, non-ASCII as Punycode (`xn--…`).

    Raises ValueError. Python encodes by the older of two standards; letters that the two treat differently are
    unambiguous only as Punycode.
    """
    if DEVIATIONS & {*name}:
        raise ValueError("the name of a host")
    encoded = name.removesuffix(".").encode("idna").decode("ascii").lower()
    if not re.fullmatch(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?", encoded) or ".." in encoded:
        raise ValueError("the name of a host")
    return encoded


def allowed_hosts(value: str) -> list[str]:
    """Return the names or addresses; `.example.org` includes all subdomains, `*` every host."""
    return [
        host if host == "*" else f".{machine(host[1:])}" if host[0] == "." else machine(host) for host in words(value)
    ]


def one_of(*words: str) -> Callable[[str], str]:
    def understand(value: str) -> str:
        if value not in words:
            raise ValueError(f"say one of {', '.join(words)}")
        return value

    return understand


def refuse_value(name: str, reason: str) -> NoReturn:
    """Stop the start for a value that another one makes useless."""
    raise ImproperlyConfigured(f"{name} is not usable: {reason}")


def words(value: str) -> list[str]:
    return [word.strip() for word in value.split(",") if word.strip()]


def folder(value: str) -> Path:
    path = Path(value).expanduser()
    if not path.is_absolute():
        raise ValueError("say a path from the root, such as /srv/dokoclub")
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not os.access(path, os.W_OK | os.X_OK):
        raise ValueError("the user who starts the program may not write into this folder")
    return path


def site_address(value: str) -> SplitResult:
    address = urlsplit(value)
    if address.path.strip("/"):
        raise ValueError("the site cannot be below a path: give it a host of its own, such as https://doko.example.org")
    bare = (address.query, address.fragment) == ("", "")
    if address.scheme not in ("http", "https") or not address.hostname or not bare or address.port == 0:
        raise ValueError("say scheme and host, such as https://doko.example.org")
    if "@" in address.netloc:
        raise ValueError("it stands in every link, so it must not hold a user or a password")
    if address.hostname in ("0.0.0.0", "::"):  # noqa: S104
        raise ValueError("say the address under which people reach this machine; HOST says where it listens")
    usual = address.port in (None, {"http": 80, "https": 443}[address.scheme])
    return address._replace(netloc=machine(address.hostname) + ("" if usual else f":{address.port}"))


def cookie_name(word: str, public: SplitResult, path: str = "/") -> str:
    """Return a cookie name with the port in it, as cookies ignore ports.

    With https no other host may set this name.
    """
    port = f"_{public.port}" if public.port else ""
    prefix = "" if public.scheme != "https" else "__Host-" if path == "/" else "__Secure-"
    return f"{prefix}doko_{word}{port}"


def mail_address(value: str) -> str:
    """Return a mail address that a push service could write to; "" is none."""
    if value and (not re.fullmatch(r"[\w.+-]+@(?:[\w-]+\.)+[a-zA-Z]{2,}", value, re.ASCII) or value.endswith(NOWHERE)):
        raise ValueError("say a mail address that can be written to, such as doko@example.org")
    return value


def sender(value: str) -> str:
    """Return a mail address, with or without a name in front."""
    address = value.rpartition("<")[2].removesuffix(">")
    if not re.fullmatch(r"[^\s@<>]+@[^\s@<>]+", address) or not value.isprintable():
        raise ValueError("say a mail address, such as doko@example.org or Doko <doko@example.org>")
    return value


def mail(value: str) -> dict[str, Any]:
    """Return the settings that send mail: MAILERS since Django 6.1, one setting for each value before."""
    given = dict(env.email_url_config(value))
    if django.VERSION < (6, 1):
        return given
    kind = given["EMAIL_BACKEND"].split(".")[-2]
    options = {option: given.get(name) for option, name in MAIL_OPTIONS.get(kind, {}).items()}
    options = {option: value for option, value in options.items() if value}
    return {"MAILERS": {"default": {"BACKEND": given["EMAIL_BACKEND"], "OPTIONS": options}}}


def issuer(value: str) -> str:
    """Return the address of an OpenID Connect provider, as it names itself; "" is none."""
    address = urlsplit(value)
    if value and (not address.hostname or address.query or address.fragment or "/.well-known/" in value):
        raise ValueError("say the address of the issuer, such as https://id.example.org/realms/home")
    if value and address.scheme != "https" and not (address.scheme == "http" and is_only_here(str(address.hostname))):
        raise ValueError("say https: who is between could sign in as anybody")
    return value.rstrip("/")


def openid_provider(address: str, client_id: str, secret: str) -> dict[str, Any]:
    """Return allauth's settings of a provider.

    Its id holds a digest of the address: another provider may give the same numbers to other people.
    """
    app = {
        "provider_id": f"oidc-{hashlib.sha256(address.encode()).hexdigest()[:16]}",
        "name": urlsplit(address).netloc,
        "client_id": client_id,
        "secret": secret,
        "settings": {"server_url": address, "scope": ["openid"], "oauth_pkce_enabled": True},
    }
    return {"openid_connect": {"APPS": [app] if address else []}}


def sending_command(value: str) -> str:
    """Return a command as in a terminal, which runs without a shell; "" is none."""
    if value and not {"{files}", "{folder}"} & {*re.findall(r"\{\w+\}", " ".join(shlex.split(value)))}:
        raise ValueError("it must say {files} or {folder}, such as scp {files} me@example.org:copies/")
    return value


def recipient(value: str) -> str:
    if value and not re.fullmatch(r"(age|gpg):[^\s-].*", value):
        raise ValueError("say age:RECIPIENT or gpg:RECIPIENT")
    return value


def time_zone(value: str) -> str:
    return ZoneInfo(value).key


def database(value: str) -> dict[str, Any]:
    if not value.startswith(("sqlite:///", "postgres://", "postgresql://")) or not urlsplit(value).path.strip("/"):
        raise ValueError("say postgres://user:password@host/name or sqlite:////path/to/file")
    if value.startswith("sqlite:") and not value.startswith("sqlite:////"):
        raise ValueError("say a path from the root, with four slashes, such as sqlite:////srv/dokoclub/db.sqlite3")
    if value.startswith("postgres") and importlib.util.find_spec("psycopg") is None:
        raise ValueError("its client is not installed (pip install 'dokoclub[postgres]', or requirements/postgres.txt)")
    return dict(env.db_url_config(value))


def pool(value: str) -> dict[str, Any]:
    """Return the address of PgBouncer; "" for none."""
    return postgres(value) if value else {}


def postgres(value: str) -> dict[str, Any]:
    if not value.startswith(("postgres://", "postgresql://")):
        raise ValueError("say postgres://user:password@host:6432/name")
    return database(value)


def cache(value: str) -> dict[str, Any]:
    """Return the settings of one of Django's caches, or of Redis or Valkey.

    Their client is an optional requirement.
    """
    address = urlsplit(value)
    if address.scheme in REDIS:
        return {"BACKEND": "dokoclub.serving.shared_cache.SharedCache", "LOCATION": redis_address(address)}
    if not value.startswith(("dbcache://", "locmemcache://")) or not address.netloc:
        raise ValueError("say redis://host:6379/0, dbcache://name_of_a_table or locmemcache://name")
    return dict(env.cache_url_config(value)) | {"OPTIONS": {"MAX_ENTRIES": MOST_COUNTS}}


def redis_address(address: SplitResult) -> str:
    """Return the address for the Redis client, which does not know the Valkey schemes."""
    if importlib.util.find_spec("redis") is None:
        raise ValueError("its client is not installed (pip install 'dokoclub[redis]', or requirements/redis.txt)")
    is_number = re.fullmatch(r"/?\d*", address.path, re.ASCII)
    if not address.hostname or address.port == 0 or not is_number or address.query or address.fragment:
        raise ValueError("say redis://user:password@host:6379/0, with the number of a database at its end")
    return address._replace(scheme=REDIS[address.scheme]).geturl()


def count_cores() -> int:
    """Return how many cores this program may use, at most MOST_CORES: enough for the clubs of one machine."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(allowed or 1, MOST_CORES)


def folder_of_files(package: Path) -> Path:
    """Return the folder of templates, static files and texts.

    It is inside the package where that is installed, else next to it.
    """
    packed = package / "packed"
    return packed if packed.is_dir() else package.parent


def usual_data_dir() -> str:
    """Return the default data folder.

    It is outside the checkout, so that neither an upgrade nor `make clean` can touch it.
    """
    if sys.platform == "darwin":
        return str(Path.home() / "Library" / "Application Support" / "dokoclub")
    if sys.platform == "win32":
        return str(Path(os.environ.get("LOCALAPPDATA", Path.home())) / "dokoclub")
    return str(Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "dokoclub")


def stored_secret_key(folder: Path) -> str:
    """Return the secret key of this install, made on the first start."""
    try:
        return stored_secret(folder, "secret_key", lambda: secrets.token_urlsafe(64))
    except OSError as wrong:
        raise ImproperlyConfigured(f"{folder / 'secret_key'} is not usable: {wrong.strerror}") from None


def stored_secret(folder: Path, name: str, make: Callable[[], str]) -> str:
    """Return the content of the file `name`, which is created if missing; only its owner can read it.

    It is created atomically, because another start at the same moment could read half of it.
    """
    path = folder / name
    if not path.exists():
        fresh = folder / f"{name}.{secrets.token_hex(8)}"
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(make())
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text(encoding="utf-8").strip()

"""What the environment may say, and how loudly a wrong word is refused."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from unittest import mock

import django
import pytest
from django.conf import settings as present
from django.core.exceptions import ImproperlyConfigured
from django.http.request import validate_host

from dokoclub.environment import is_only_here
from tests.house.environment import SETTINGS, settings_of
from tests.processes import PATIENCE

NAMES = set(re.findall(r'read_env\(\s*"(\w+)"', SETTINGS.read_text(encoding="utf-8")))


class Probe:
    """A socket of a machine in a home network."""

    def __init__(self, *_kind: object) -> None: ...

    def __enter__(self) -> "Probe":
        return self

    def __exit__(self, *_error: object) -> None: ...

    def connect(self, _where: object) -> None: ...

    def getsockname(self) -> tuple[str, int]:
        return "192.168.1.5", 9


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ALLOWED_HOSTS", "https://doko.local"),
        ("ALLOWED_HOSTS", "doko.local, doko.local:8000"),
        ("ALLOWED_HOSTS", "10.0.0.5:8000"),
        ("ALLOWED_HOSTS", "[fd00::5]:8000"),
        ("ALLOWED_HOSTS", "doko.local/"),
        ("ALLOWED_HOSTS", "doko_club.local"),
        ("ALLOWED_HOSTS", "doko club"),
        ("ALLOWED_HOSTS", "*.example.org"),
        ("BACKUP_COMMAND", "scp copy.sqlite3 me@example.org:"),
        ("BACKUP_COMMAND", "scp '{files} me@example.org:"),
        ("BACKUP_DIR", "backups"),
        ("BACKUP_ENCRYPT", "age"),
        ("BACKUP_ENCRYPT", "gpg:--output"),
        ("BACKUP_ENCRYPT", "zip:anna"),
        ("BACKUP_ENCRYPT", "age:age1recipient"),  # without a command that takes a copy elsewhere
        ("BACKUP_EXPECTED_HOURS", "daily"),
        ("BACKUPS_KEPT", "-1"),
        ("BACKUP_DIR", "/proc/backups"),
        ("CACHE_URL", "dbcache://"),
        ("CACHE_URL", "redis://"),
        ("CACHE_URL", "redis://localhost/zero"),
        ("CACHE_URL", "redis://localhost:port"),
        ("CACHE_URL", "redit://localhost"),
        ("DATABASE_URL", "mysql://root@localhost/doko"),
        ("DATABASE_URL", "postgres"),
        ("DATABASE_URL", "postgres://"),
        ("DATABASE_URL", "sqlite:///"),
        ("DATABASE_URL", "sqlite:///doko.sqlite3"),  # from wherever it is started
        ("DATA_DIR", "/proc/data"),
        ("DATA_DIR", "data"),
        ("DEBUG", "maybe"),
        ("DEMO", "2"),
        ("DEMO_RESET", "daily"),
        ("EMAIL_URL", "smpt://localhost"),
        ("HOST", "::1::"),
        ("HOST", "localhost:8000"),
        ("HOST", "http://localhost"),
        ("HSTS_SECONDS", "a year"),
        ("HSTS_SECONDS", "3600"),  # over http
        ("LOG_LEVEL", "LOUD"),
        ("MAIL_FROM", "doko@example.org"),  # without EMAIL_URL
        ("NIGHTLY", "daily"),
        ("PGBOUNCER_URL", "pgbouncer:6432"),
        ("PGBOUNCER_URL", "postgres://doko@pool:6432/doko"),  # in front of SQLite
        ("PGBOUNCER_URL", "sqlite:////doko"),
        ("PORT", "0"),
        ("PORT", "99999"),
        ("PORT", "abc"),
        ("OIDC_ISSUER", "http://id.example.org"),
        ("OIDC_ISSUER", "id.example.org"),
        ("OIDC_ISSUER", "https://id.example.org/?realm=home"),
        ("PROCESSES", "many"),
        ("PUSH_CONTACT", "1"),
        ("PUSH_CONTACT", "doko"),
        ("PUSH_CONTACT", "doko@localhost"),
        ("PUSH_CONTACT", "doko@printer.local"),
        ("PUSH_CONTACT", "mailto:doko@example.org"),
        ("PUSH_CONTACT", "doko@example.org\nX: y"),
        ("PUBLIC_URL", "doko.example.org"),
        ("PUBLIC_URL", "http://0.0.0.0:8000"),
        ("PUBLIC_URL", "http://[::]:8000"),
        ("PUBLIC_URL", "https://doko_club.example.org"),
        ("PUBLIC_URL", "https://straße.example"),  # two standards, two names
        ("PUBLIC_URL", "https://-doko.example"),
        ("PUBLIC_URL", "https://doko..example"),
        ("PUBLIC_URL", "https://example.org/doko"),
        ("PUBLIC_URL", "https://example.org:port"),
        ("PUBLIC_URL", "ftp://example.org"),
        ("PUBLIC_URL", "https://doko:tops3cret@example.org"),
        ("REGISTRATION", "closed"),
        ("SHOWN_TIME_ZONE", "Europe/Bärlin"),
        ("TRUSTED_PROXIES", "1.5"),
    ],
)
def test_a_bad_value_is_refused_by_its_name(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"^{name} is not usable: "):
        settings_of(tmp_path, **{name: value})


def test_a_refusal_does_not_repeat_a_password(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        settings_of(tmp_path, DATABASE_URL="postgers://doko:tops3cret@localhost/doko")

    assert "tops3cret" not in str(refused.value)


def test_every_variable_is_explained() -> None:
    explained = (Path(present.BASE_DIR) / "docs" / "operations.md").read_text(encoding="utf-8")

    assert len(NAMES) > 20
    assert {name for name in NAMES if f"`{name}`" not in explained} == set()


def test_a_bad_port_is_not_blamed_on_the_address_made_of_it(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^PORT is not usable: "):
        settings_of(tmp_path, PORT="abc", PUBLIC_URL="http://localhost:abc")


@pytest.mark.parametrize(
    ("host", "listens"),
    [("", "127.0.0.1"), ("::", "[::]"), ("::1", "[::1]"), ("[::1]", "[::1]"), ("doko.local", "doko.local")],
)
def test_the_server_listens_where_it_is_told(tmp_path: Path, host: str, listens: str) -> None:
    found = settings_of(tmp_path, HOST=host, PORT="8123")

    assert (found["HOST"], found["PORT"]) == (listens, 8123)


@pytest.mark.parametrize(
    ("host", "public"),
    [
        ("", "http://localhost:8123"),
        ("127.0.0.1", "http://localhost:8123"),
        ("::1", "http://[::1]:8123"),
        ("doko.local", "http://doko.local:8123"),
        ("192.168.1.5", "http://192.168.1.5:8123"),
    ],
)
def test_the_address_for_others_follows_from_where_it_listens(tmp_path: Path, host: str, public: str) -> None:
    """Defect: a service of systemd on the home network drew codes of `localhost`, and refused phones by their Host."""
    found = settings_of(tmp_path, HOST=host, PORT="8123")
    assert found["PUBLIC_URL"] == public
    assert found["ALLOWED_HOSTS"][0] == public.removeprefix("http://").removesuffix(":8123")


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104
def test_where_it_listens_everywhere_it_is_that_of_the_network(
    tmp_path: Path, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dokoclub.environment.socket.socket", Probe)
    found = settings_of(tmp_path, HOST=host, PORT="8123")
    assert found["PUBLIC_URL"] == "http://192.168.1.5:8123"
    assert found["ALLOWED_HOSTS"][0] == "192.168.1.5"


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("localhost", True),
        ("doko.localhost", True),
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("[::1]", True),
        ("0.0.0.0", False),  # noqa: S104
        ("192.168.1.5", False),
        ("2001:db8::7", False),
        ("doko.local", False),
        ("localhost.example.org", False),
    ],
)
def test_which_addresses_mean_to_each_machine_itself(host: str, here: bool) -> None:
    assert is_only_here(host) is here


def test_an_address_of_numbers_and_colons_is_answered(tmp_path: Path) -> None:
    assert settings_of(tmp_path, PUBLIC_URL="http://[2001:db8::7]:8000")["ALLOWED_HOSTS"][0] == "[2001:db8::7]"


def test_an_empty_value_counts_as_not_set(tmp_path: Path) -> None:
    unset = settings_of(tmp_path)
    empty = settings_of(tmp_path, **dict.fromkeys(NAMES - {"DATA_DIR"}, ""))

    differing = {name for name in unset if name.isupper() and unset[name] != empty[name]}
    assert differing == set()


def test_a_new_install_is_safe(tmp_path: Path) -> None:
    found = settings_of(tmp_path)

    assert found["DEBUG"] is found["DEMO"] is found["MAIL"] is False
    assert found["ALLOWED_HOSTS"] == ["localhost", "localhost", "127.0.0.1", "[::1]"]
    assert found["REGISTRATION"] == "invited"
    assert found["TRUSTED_PROXIES"] == 0
    assert "SECURE_PROXY_SSL_HEADER" not in found


def test_the_secret_key_is_made_once_and_for_one_reader(tmp_path: Path) -> None:
    first = settings_of(tmp_path)["SECRET_KEY"]
    second = settings_of(tmp_path)["SECRET_KEY"]

    assert first == second
    assert len(first) >= 64
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_two_installs_have_different_keys(tmp_path: Path) -> None:
    assert settings_of(tmp_path / "a")["SECRET_KEY"] != settings_of(tmp_path / "b")["SECRET_KEY"]


@pytest.mark.parametrize("key", ["$begins-like-a-reference", "in$ide", r"back\slash", r"both\$"])
def test_a_dollar_means_itself(tmp_path: Path, key: str) -> None:
    assert settings_of(tmp_path, SECRET_KEY=key)["SECRET_KEY"] == key


def test_data_lies_outside_the_checkout(tmp_path: Path) -> None:
    found = settings_of(Path(), DATA_DIR="", HOME=str(tmp_path))
    elsewhere = settings_of(Path(), DATA_DIR="", HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path / "xdg"))

    assert found["DATA_DIR"].is_relative_to(tmp_path)
    assert found["DATA_DIR"].name == "dokoclub"
    assert not found["DATA_DIR"].is_relative_to(found["BASE_DIR"])
    assert elsewhere["DATA_DIR"] == tmp_path / "xdg" / "dokoclub"
    assert stat.S_IMODE(elsewhere["DATA_DIR"].stat().st_mode) == 0o700


def test_https_makes_everything_https(tmp_path: Path) -> None:
    found = settings_of(tmp_path, PUBLIC_URL="https://doko.example.org/", ALLOWED_HOSTS="doko.local, 10.0.0.5")

    assert found["PUBLIC_URL"] == "https://doko.example.org"
    assert found["ALLOWED_HOSTS"] == ["doko.example.org", "localhost", "127.0.0.1", "[::1]", "doko.local", "10.0.0.5"]
    assert found["SESSION_COOKIE_SECURE"] is found["CSRF_COOKIE_SECURE"] is found["SECURE_SSL_REDIRECT"] is True
    assert found["SECURE_HSTS_SECONDS"] == 3600
    assert found["TRUSTED_PROXIES"] == 1
    assert found["SECURE_PROXY_SSL_HEADER"] == ("HTTP_X_FORWARDED_PROTO", "https")


@pytest.mark.parametrize(
    ("name", "together"),
    [
        ("TRUSTED_PROXIES", {"PUBLIC_URL": "https://doko.example.org", "TRUSTED_PROXIES": "0"}),
        ("CACHE_URL", {"CACHE_URL": "locmemcache://doko", "PROCESSES": "2"}),
        ("PUSH_CONTACT", {"PUSH_CONTACT": "doko@example.org", "PUBLIC_URL": "http://192.168.1.5:8000"}),
        ("MAIL_FROM", {"MAIL_FROM": "Doko", "EMAIL_URL": "smtp://localhost"}),
        ("OIDC_ISSUER", {"OIDC_CLIENT_ID": "dokoclub"}),
        ("OIDC_CLIENT_SECRET", {"OIDC_ISSUER": "https://id.example.org", "OIDC_CLIENT_ID": "dokoclub"}),
        ("BACKUP_ENCRYPT", {"BACKUP_ENCRYPT": "gpg:anna@example.org", "BACKUP_COMMAND": ""}),
    ],
)
def test_values_that_do_not_go_together_are_refused(tmp_path: Path, name: str, together: dict[str, str]) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"^{name} is not usable: "):
        settings_of(tmp_path, **together)


@pytest.mark.parametrize(
    ("public", "address", "host"),
    [
        ("https://Müllers-Doko.Example/", "https://xn--mllers-doko-thb.example", "xn--mllers-doko-thb.example"),
        ("https://xn--mllers-doko-thb.example", "https://xn--mllers-doko-thb.example", "xn--mllers-doko-thb.example"),
        ("https://doko.example.org.:443", "https://doko.example.org", "doko.example.org"),
        ("http://doko.example.org:80", "http://doko.example.org", "doko.example.org"),
        ("http://[FD00::5]:8000", "http://[fd00::5]:8000", "[fd00::5]"),
    ],
)
def test_the_address_is_the_one_that_browsers_send(tmp_path: Path, public: str, address: str, host: str) -> None:
    found = settings_of(tmp_path, PUBLIC_URL=public)

    assert (found["PUBLIC_URL"], found["ALLOWED_HOSTS"][0]) == (address, host)
    assert validate_host(host, found["ALLOWED_HOSTS"])


def test_every_kind_of_host_is_let_in(tmp_path: Path) -> None:
    told = "*, .example.org, Doko.Local, 10.0.0.5, fd00::5, [FD00::6], müller.example"
    found = settings_of(tmp_path, ALLOWED_HOSTS=told)["ALLOWED_HOSTS"][4:]

    assert found == ["*", ".example.org", "doko.local", "10.0.0.5", "[fd00::5]", "[fd00::6]", "xn--mller-kva.example"]


def test_hsts_is_never_promised_over_http(tmp_path: Path) -> None:
    assert settings_of(tmp_path)["SECURE_HSTS_SECONDS"] == 0
    assert settings_of(tmp_path, HSTS_SECONDS="31536000", PUBLIC_URL="https://a.org")["SECURE_HSTS_SECONDS"] == 31536000


@pytest.mark.parametrize(("cores", "processes"), [(1, 1), (2, 2), (4, 4), (64, 8)])
def test_every_core_has_its_process(tmp_path: Path, cores: int, processes: int) -> None:
    with mock.patch("os.sched_getaffinity", return_value=set(range(cores)), create=True):
        assert settings_of(tmp_path)["PROCESSES"] == processes
        assert settings_of(tmp_path, PROCESSES="9")["PROCESSES"] == 9


def test_nothing_to_warn_of_before_a_deployment(tmp_path: Path) -> None:
    """Without the three that are silenced with a reason."""
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level=DEBUG"],
        cwd=present.BASE_DIR,
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), "PUBLIC_URL": "https://doko.example.org"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"System check identified no issues \([23] silenced\)\.\n", done.stdout)  # by the Django


def test_a_folder_that_may_not_be_written_is_told_by_name(tmp_path: Path) -> None:
    with mock.patch("os.access", return_value=False), pytest.raises(ImproperlyConfigured, match="DATA_DIR"):
        settings_of(tmp_path)


MAILER = {"host": "mail.example.org", "port": 587, "username": "doko", "password": "geheim", "use_tls": True}


@pytest.mark.skipif(django.VERSION < (6, 1), reason="one setting for each value")
@pytest.mark.parametrize(
    ("url", "backend", "options"),
    [
        ("smtp+tls://doko:geheim@mail.example.org:587", "smtp", MAILER),
        ("filemail:////srv/mails", "filebased", {"file_path": "/srv/mails"}),
        ("", "dummy", {}),
    ],
)
def test_mail_is_sent_as_the_newer_django_wants_it(
    tmp_path: Path, url: str, backend: str, options: dict[str, object]
) -> None:
    mailer = settings_of(tmp_path, EMAIL_URL=url)["MAILERS"]["default"]
    assert mailer == {"BACKEND": f"django.core.mail.backends.{backend}.EmailBackend", "OPTIONS": options}

"""The configuration of web servers in docs/operations.md fits the site. Whether they work: `make proxies`."""

import re
from pathlib import Path

import pytest
from django.urls import reverse

from bench.proxies.documented import Places, change, read_documented, write_caddyfile, write_nginx
from dokoclub.operations.systemd import UNIT
from dokoclub.server import GRACE, HEAD_TIME, LONGEST_ANSWER
from dokoclub.serving.bodies import LARGEST, UPLOADS, USUAL

PLACES = Places(Path("/srv/front"), https=1, http=2, site=3)
USUAL_NGINX = """user www-data;
pid /run/nginx.pid;
error_log /var/log/nginx/error.log;
include /etc/nginx/modules-enabled/*.conf;
events {
\tworker_connections 768;
}
http {
\tinclude /etc/nginx/mime.types;
\tinclude /etc/nginx/conf.d/*.conf;
\tinclude /etc/nginx/sites-enabled/*;
}
"""


def servers() -> str:
    return read_documented()["nginx"][-1]


def test_nginx_takes_files_where_the_site_does_and_nowhere_else() -> None:
    (pattern,) = re.findall(r"location ~ (\S+) \{", servers())

    for name in UPLOADS:
        address = reverse(name, args=[12] if name == "exports:hand_in" else [])
        assert re.search(pattern, address)
    for address in ("/clubs/12/", "/clubs/from-file/more/", "/account/login/", "/x/clubs/from-file/"):
        assert not re.search(pattern, address)


def test_nginx_takes_what_the_site_takes() -> None:
    (most,) = re.findall(r"client_max_body_size (\d+)m;", servers())

    assert LARGEST < int(most) * 1024 * 1024 < LARGEST + 2 * USUAL


SECONDS = {"s": 1, "m": 60}


def read_seconds(text: str, setting: str) -> list[int]:
    """Return the values of a setting, in seconds."""
    return [int(number) * SECONDS[unit] for number, unit in re.findall(rf"{setting} (\d+)([sm])\b", text)]


def test_nothing_in_front_waits_shorter_than_the_site_may_need() -> None:
    """Defect: nginx as documented ended the import of a large club file after a minute, its default."""
    (caddy,), (haproxy,) = read_documented()["caddy"], read_documented()["haproxy"]
    waits = read_seconds(servers(), "proxy_read_timeout") + read_seconds(haproxy, "timeout server")

    assert len(waits) == 2
    assert min(waits) > LONGEST_ANSWER
    for limit in ("response_header_timeout", "read_timeout", "write"):  # Caddy has none by itself
        assert limit not in caddy


def test_no_upload_is_cut_off_that_comes_as_fast_as_a_slow_line() -> None:
    (caddy,) = read_documented()["caddy"]
    (seconds,) = read_seconds(caddy, "read_body")

    assert LARGEST / seconds < 100_000  # bytes a second


def test_connections_are_given_up_in_front_before_they_are_behind() -> None:
    """Who sends on a connection that is just being closed gets no answer."""
    (keepalive,) = read_seconds(read_documented()["caddy"][0], "keepalive")

    assert keepalive < HEAD_TIME


def test_bodies_that_wait_in_nginx_fill_no_disk() -> None:
    general, inside = re.findall(r"limit_conn bodies (\d+);", servers())

    assert general == inside
    assert int(general) * USUAL <= 128 * USUAL
    assert "takes 128 MB at most" in servers()
    assert min(map(int, re.findall(r"limit_conn bodies_of_one (\d+);", servers()))) >= 2


def test_headers_with_an_underscore_go_no_further() -> None:
    """The site cannot tell `X_Forwarded_For` from `X-Forwarded-For`. nginx drops such headers by itself."""
    assert "    request_header -*_*\n" in read_documented()["caddy"][0]
    assert "    http-request del-header _ -m sub\n" in read_documented()["haproxy"][0]
    assert "underscores_in_headers" not in servers()


def test_a_stop_has_the_time_for_what_is_under_way() -> None:
    (seconds,) = re.findall(r"TimeoutStopSec=(\d+)", UNIT)

    assert int(seconds) > GRACE


def test_what_is_tried_is_what_the_document_says() -> None:
    """But for ports, places and a certificate."""
    caddy, nginx = write_caddyfile(PLACES), write_nginx(PLACES, USUAL_NGINX)

    assert "reverse_proxy 127.0.0.1:3 {" in caddy
    assert [line for line in read_documented()["caddy"][0].splitlines() if line not in caddy] == [
        "    reverse_proxy 127.0.0.1:8000 {"
    ]
    assert "listen 127.0.0.1:1 ssl;" in nginx
    assert "worker_connections 8192;" in nginx
    assert "worker_connections 768;" not in nginx
    assert nginx.startswith("worker_rlimit_nofile")


def test_a_document_that_says_something_else_is_noticed() -> None:
    with pytest.raises(ValueError, match="has 0 times: listen 443"):
        change("listen 8443;", "listen 443 ssl;", "")

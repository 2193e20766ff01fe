"""The configuration of web servers in docs/operations.md fits the site. Whether they work: `make proxies`."""

import re
from pathlib import Path

import pytest
from django.urls import reverse

from bench.proxies.documented import Places, change, read_documented, write_caddyfile, write_nginx
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

"""Configurations of other programs in docs/operations.md, with the few changes for a trial.
These are ports, the place of a certificate, and that nothing is written outside of a folder.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "operations.md"
NAME: Final = "doko.example.org"  # as in the document
SITE: Final = "127.0.0.1:8000"
CERTIFICATE: Final = "# ssl_certificate … ssl_certificate_key …"
A_BLOCK: Final = re.compile(r"^```(caddy|nginx|haproxy|ini)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Places:
    """The places of a trial, instead of /etc, /var, and ports 80 and 443."""

    folder: Path
    https: int
    http: int
    site: int  # the port of dokoclub

    @property
    def certificate(self) -> Path:
        return self.folder / "certificate.pem"

    @property
    def key(self) -> Path:
        return self.folder / "key.pem"


def read_documented() -> dict[str, list[str]]:
    """Return the blocks of each language, in their order."""
    found: dict[str, list[str]] = {}
    for language, text in A_BLOCK.findall(DOCUMENT.read_text(encoding="utf-8")):
        found.setdefault(language, []).append(text)
    return found


def change(text: str, old: str, new: str) -> str:
    """Replace `old`.
    Raises ValueError unless the document contains it once: then the trial would test something else.
    """
    if text.count(old) != 1:
        raise ValueError(f"docs/operations.md has {text.count(old)} times: {old}")
    return text.replace(old, new)


def write_caddyfile(places: Places, version: str = "") -> str:
    """Return the documented text with the trial's certificate and ports; Caddy's own files go into the folder."""
    (text,) = read_documented()["caddy"]
    if "2.6.2" in version:  # Debian 12's has other words for it, as the document says
        text = change(text, "request_buffers 1MiB", "buffer_requests\n        max_buffer_size 1MiB")
    text = change(text, SITE, f"127.0.0.1:{places.site}")
    text = change(text, f"{NAME} {{\n", f"{NAME} {{\n    tls {places.certificate} {places.key}\n")
    ours = f"    admin off\n    http_port {places.http}\n    https_port {places.https}\n"
    return change(text, "{\n    servers {\n", f"{{\n{ours}    servers {{\n")


def write_nginx(places: Places, usual: str) -> str:
    """Return the documented configuration.
    `usual`: Debian's nginx.conf, which is changed as documented, with the documented servers in it.
    """
    general, servers = read_documented()["nginx"]
    servers = servers.replace(SITE, f"127.0.0.1:{places.site}")
    servers = change(
        servers, CERTIFICATE, f"ssl_certificate {places.certificate};\n    ssl_certificate_key {places.key};"
    )
    servers = change(servers, "listen 443 ssl;", f"listen 127.0.0.1:{places.https} ssl;")
    servers = change(servers, "listen 80;", f"listen 127.0.0.1:{places.http};")
    user = "" if os.getuid() else "user root;\n"  # so that it may write into the folder
    servers = change(servers, "/var/lib/nginx/body", f"{places.folder}/body")
    temporary = "\n".join(
        f"    {kind}_temp_path {places.folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    text = change(usual, "user www-data;", f"{user}daemon off;")
    text = change(text, "pid /run/nginx.pid;", f"pid {places.folder}/nginx.pid;")
    text = change(text, "include /etc/nginx/modules-enabled/*.conf;", "")
    text = text.replace("/var/log/nginx", str(places.folder))
    text = change(text, "/etc/nginx/mime.types", str(places.folder / "mime.types"))
    text = change(text, "include /etc/nginx/conf.d/*.conf;", temporary)
    text = change(text, "include /etc/nginx/sites-enabled/*;", servers)
    return with_general(text, general)


def with_general(usual: str, general: str) -> str:
    """Apply the documented changes outside of the site: `worker_rlimit_nofile` is new, a line in `events` replaced."""
    for line in filter(None, map(str.strip, general.splitlines())):
        word = line.split()[0]
        if word in ("events", "}"):
            continue
        usual, count = re.subn(rf"(?m)^(\s*){word} .*;$", rf"\g<1>{line}", usual)
        if not count:
            usual = f"{line}\n{usual}"
    return usual

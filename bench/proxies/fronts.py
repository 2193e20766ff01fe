"""A site as `make run` starts it, and Caddy or nginx in front of it, during a trial."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Final

from bench.proxies.documented import NAME, Places, write_caddyfile, write_nginx
from bench.proxies.programs import Program

PATIENCE: Final = 60  # seconds for a program to listen


@contextmanager
def front(program: Program, places: Places) -> Iterator[subprocess.Popen[bytes]]:
    """Run the web server, with its output in `front.log`."""
    make_certificate(places)
    command = _caddy(program, places) if program.path.name == "caddy" else _nginx(program, places)
    own = os.environ | {"HOME": str(places.folder), "XDG_DATA_HOME": str(places.folder)}
    with (places.folder / "front.log").open("ab") as log, subprocess.Popen(command, env=own, stderr=log) as process:
        try:
            wait_until_listening(places.https, process)
            yield process
        finally:
            process.terminate()


def _caddy(program: Program, places: Places) -> list[str]:
    file = places.folder / "Caddyfile"
    file.write_text(write_caddyfile(places, program.version), encoding="utf-8")
    return [str(program.path), "run", "--config", str(file), "--adapter", "caddyfile"]


def _nginx(program: Program, places: Places) -> list[str]:
    file, usual = places.folder / "nginx.conf", program.root / "etc" / "nginx"
    shutil.copy(usual / "mime.types", places.folder)
    file.write_text(write_nginx(places, (usual / "nginx.conf").read_text(encoding="utf-8")), encoding="utf-8")
    return [str(program.path), "-c", str(file), "-p", str(places.folder), "-e", str(places.folder / "error.log")]


def make_certificate(places: Places) -> None:
    """Make a self-signed certificate for the documented name."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
    certificate = builder.sign(key, hashes.SHA256())
    form, coding = serialization.PrivateFormat.PKCS8, serialization.Encoding.PEM
    places.certificate.write_bytes(certificate.public_bytes(coding))
    places.key.write_bytes(key.private_bytes(coding, form, serialization.NoEncryption()))


def wait_until_listening(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    sys.exit(f"{process.args!r} does not listen on {port}.")

"""The systemd service of this install: resource limits, and write access to its data only."""

import os
import pwd
import sys
from pathlib import Path
from typing import Final

from django.conf import settings

from dokoclub.environment import asked

SECRET: Final = (
    "SECRET_KEY",
    "DATABASE_URL",
    "PGBOUNCER_URL",
    "CACHE_URL",
    "EMAIL_URL",
    "BACKUP_COMMAND",
    "OIDC_CLIENT_SECRET",
)  # every user of the machine can read a unit
SECRETS_FILE: Final = "secrets.env"
SERVER: Final = 512  # MB: two to three times the observed use, plus a file being read
PROCESS: Final = 256  # MB per process

UNIT: Final = """\
# dokoclub in {place}. Written by `manage.py unit`; the variables are those with which it was called.{secrets}
[Unit]
Description=dokoclub
After=network-online.target{database}
Wants=network-online.target
StartLimitIntervalSec=0

[Service]
User={user}
WorkingDirectory={place}
{environment}
EnvironmentFile=-{secrets_file}
ExecStart={command}
Restart=on-failure
RestartSec=10
TimeoutStopSec=40
KillMode=mixed
UMask=0077
MemoryMax={memory}M
TasksMax={tasks}
OOMPolicy=continue
NoNewPrivileges=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectSystem=strict
ProtectHome=read-only
ProtectControlGroups=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
ReadWritePaths={writable}

[Install]
WantedBy=multi-user.target
"""


def write_unit() -> str:
    """Return a unit file for this checkout or package, data folder and environment; secrets only by name."""
    secrets_file = Path(settings.DATA_DIR) / SECRETS_FILE
    secret = [name for name in SECRET if os.environ.get(name)]
    processes = max(1, settings.PROCESSES)
    return UNIT.format(
        place=_escape(str(settings.BASE_DIR)),
        user=pwd.getpwuid(Path(settings.DATA_DIR).stat().st_uid).pw_name,
        environment="\n".join(f"Environment={_quote(f'{name}={value}')}" for name, value in _variables().items()),
        secrets=f"\n# Write these as NAME=value into {secrets_file} (mode 600): {', '.join(secret)}." if secret else "",
        secrets_file=_escape(str(secrets_file)),
        database=" postgresql.service" if "postgresql" in settings.DATABASES["default"]["ENGINE"] else "",
        command=" ".join(_quote(word.replace("$", "$$")) for word in _command()),
        memory=SERVER + processes * PROCESS,
        tasks=64 + processes * 128,
        writable=" ".join(_quote(str(path)) for path in _writable()),
    )


def _command() -> list[str]:
    """Return the start command: a checkout updates its packages first; a package was installed with them."""
    is_checkout = (Path(settings.BASE_DIR) / "dev.py").exists()
    return [sys.executable, *(("dev.py", "run") if is_checkout else ("-m", "dokoclub", "run"))]


def _variables() -> dict[str, str]:
    """Return the set variables of docs/operations.md, without secrets; always with the data folder."""
    found = {name: os.environ[name] for name in asked if os.environ.get(name) and name not in SECRET}
    return {"DATA_DIR": str(settings.DATA_DIR)} | found


def _writable() -> list[Path]:
    """List writable folders, none inside another."""
    folders = [Path(settings.DATA_DIR), Path(settings.BACKUP_DIR)]
    if "sqlite" in settings.DATABASES["default"]["ENGINE"]:
        folders.append(Path(settings.DATABASES["default"]["NAME"]).parent)
    chosen: list[Path] = []
    for folder in folders:
        if not any(folder.is_relative_to(other) for other in chosen):
            chosen.append(folder)
    return chosen


def _escape(text: str) -> str:
    return text.replace("%", "%%")


def _quote(text: str) -> str:
    """Quote one word for systemd."""
    escaped = _escape(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"' if set(text) & set(" \t'\"\\;") else escaped

"""The service of this install for systemd: what it may use of the machine, and that it may write its data alone."""

from __future__ import annotations

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
)  # a unit can be read by every user of the machine
SECRETS_FILE: Final = "secrets.env"
SERVER: Final = 512  # MB: two to three times what it was seen to take, and a file that is being read
PROCESS: Final = 256  # MB for each process

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
    """A unit file for this checkout or package, data folder and environment. Secrets are named, never told."""
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
    """A checkout brings its packages up to date first; a package was installed with them."""
    is_checkout = (Path(settings.BASE_DIR) / "dev.py").exists()
    return [sys.executable, *(("dev.py", "run") if is_checkout else ("-m", "dokoclub", "run"))]


def _variables() -> dict[str, str]:
    """What is set of the variables of docs/operations.md, without secrets; the data folder in any case."""
    found = {name: os.environ[name] for name in asked if os.environ.get(name) and name not in SECRET}
    return {"DATA_DIR": str(settings.DATA_DIR)} | found


def _writable() -> list[Path]:
    """Folders, none inside another."""
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
    """One word, as systemd reads it."""
    escaped = _escape(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"' if set(text) & set(" \t'\"\\;") else escaped

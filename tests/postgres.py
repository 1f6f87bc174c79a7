"""A PostgreSQL for the tests: the configured database, or a temporary server if PostgreSQL is installed.

`TABLEPOST_TEST_POSTGRES` names a database that may be emptied, such as
postgresql+asyncpg://postgres@localhost/tablepost_test.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OWNERS = ("postgres", "nobody")
"""PostgreSQL refuses to run as root; it then runs as the first of these users that exists."""
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "100",
    "shared_buffers": "16MB",
}
"""The server is reachable only by its socket, and its data need not survive a crash."""


def programs() -> Path | None:
    """Return the folder of the newest PostgreSQL programs; None if it is not installed."""
    named = shutil.which("initdb")
    folders = [Path(named).resolve().parent] if named else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "postgres").exists()), None)


@contextmanager
def temporary_server(folder: Path) -> Iterator[str]:
    """Run a temporary server from this program folder; yield the address of its database."""
    place = Path(tempfile.mkdtemp(prefix="tablepost-"))
    data, owner = place / "data", _owner(place)
    options = " ".join(f"-c {name}='{value}'" for name, value in SETTINGS.items())
    control = [folder / "pg_ctl", "--pgdata", data, "--silent", "--wait"]

    def run(*command: str | Path) -> None:
        user = {"user": owner, "group": "nogroup", "extra_groups": []} if owner else {}
        subprocess.run(command, check=True, cwd=place, stdout=subprocess.DEVNULL, **user)  # type: ignore[call-overload]

    try:
        run(
            folder / "initdb",
            "--pgdata",
            data,
            "--username=postgres",
            "--auth=trust",
            "--no-sync",
            "-E",
            "UTF8",
        )
        log = ["--log", place / "log", "--options", f"-k {place} {options}"]
        run(*control, *log, "start")
        try:
            yield f"postgresql+asyncpg://postgres@/postgres?host={place}"
        finally:
            run(*control, "--mode=immediate", "stop")
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _owner(place: Path) -> str | None:
    """Return the user for the server and give the folder to this user; None for the current user."""
    if os.getuid() != 0:
        return None
    for owner in OWNERS:
        try:
            shutil.chown(place, owner)
        except LookupError:
            continue
        return owner
    raise LookupError(f"there is no user {' or '.join(OWNERS)} for whom PostgreSQL could run")

"""A host's day, from a fresh clone: `python -m measures.hosts_day [--install]`.

Clone, migrate, backups with rotation, a deletion, a restore that brings nobody back, drain; then an update of
the release before, with its matches in play, by `hosting/update.sh` as it is, and both versions side by side
on one PostgreSQL, if that is installed. With `--install` a new environment is made (minutes); without, the
present one is used. A fault ends it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import ExitStack, closing
from pathlib import Path

from bot.base.version import VERSION
from tests.postgres import programs, temporary_server

REPOSITORY = Path(__file__).parents[1]
PERSON = 102
STORED = "INSERT INTO people (user, preferences) VALUES (?, CAST('{}' AS BLOB))"
BEFORE = "1.6.0"
"""The release from which the update comes."""
START = """
import asyncio
from bot.host.settings import read_settings
from bot.host.wiring import open_bot

async def start():
    async def later(_match): ...
    async with open_bot(read_settings()) as bot:
        print("deleted again:", await bot.privacy.delete_again(later))

asyncio.run(start())
"""
RUNS = """
import asyncio, sys
try:
    from bot.host.settings import read_settings
    from bot.host.wiring import open_bot
except ModuleNotFoundError:  # the release before
    from bot.cli.wiring import open_bot
    from bot.settings import read_settings

async def run():
    async with open_bot(read_settings()) as bot:
        key = bot.coordination.shards.key
        if hasattr(bot, "register"):
            await bot.register.note(key, 0)
        else:
            from bot.version import VERSION
            await bot.operations.note_process(key, VERSION, key, 0)
        print("runs", flush=True)
        await asyncio.to_thread(sys.stdin.readline)

asyncio.run(run())
"""
"""Holds its shards, as a process on Discord does, until a line comes."""
SYSTEMD_RUN = """#!/bin/sh
while [ $# -gt 0 ]; do
  case "$1" in
    --working-directory) cd "$2"; shift 2 ;;
    --property) set -a; . "${2#EnvironmentFile=}"; set +a; shift 2 ;;
    --uid) shift 2 ;;
    --*) shift ;;
    *) break ;;
  esac
done
exec "$@"
"""
"""Stands in for `systemd-run`: the command in its folder, with its settings, as the present user."""


def main() -> None:
    """Run the day, and print what each step took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--install", action="store_true", help="make a new environment, as README says")
    install = parser.parse_args().install
    with tempfile.TemporaryDirectory() as place:
        day(Path(place), install=install)
        update(Path(place))
        side_by_side(Path(place))


def day(place: Path, *, install: bool) -> None:
    clone, home = place / "tablepost", place / "home"
    home.mkdir()
    step("clone", ["git", "clone", "--quiet", str(REPOSITORY), str(clone)], place)
    python = sys.executable
    if install:
        step("environment", [sys.executable, "-m", "venv", str(place / "venv")], place)
        python = str(place / "venv" / "bin" / "python")
        pip = [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--constraint",
            "requirements.txt",
            "--editable",
            ".",
        ]
        step("install", pip, clone)

    def bot(name: str, *words: str) -> str:
        return step(name, [python, "-m", "bot", *words], home, clone)

    bot("migrate", "migrate")
    file = home / "tablepost.sqlite3"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(STORED, (PERSON,))
    for _ in range(3):
        bot("backup", "backup", "--folder", "backups", "--keep", "2")
        time.sleep(1)  # a copy is named by the second
    kept = sorted((home / "backups").iterdir())
    assert len(kept) == 2, kept
    bot("export", "operator", "export", str(PERSON), "person.json")
    bot("delete", "operator", "delete", str(PERSON), "--yes")
    for each in home.glob("tablepost.sqlite3*"):
        each.unlink()
    kept[-1].rename(file)
    assert "Stored: " in bot("restored", "operator", "delete", str(PERSON))
    assert "deleted again: 1" in step("start", [python, "-c", START], home, clone)
    assert "Nothing is stored" in bot("gone", "operator", "delete", str(PERSON))
    assert "can be stopped" in bot("drain", "operator", "drain")
    assert "No process of the bot runs." in bot("status", "operator", "status")


def update(place: Path) -> None:
    """Update the release before, with its matches in play, by `hosting/update.sh`."""
    was = git(REPOSITORY, "log", "--format=%H", "-1", f"--grep=^Version {BEFORE}$")
    assert was, f"the history has no version {BEFORE}: clone it whole"
    origin, checkout, home, stand_ins = [place / name for name in ("origin", "opt", "state", "stand-ins")]
    git(place, "clone", "--quiet", "--bare", str(REPOSITORY), str(origin))
    git(origin, "update-ref", "refs/heads/main", was)
    git(place, "clone", "--quiet", "--branch", "main", str(origin), str(checkout))
    step("environment", [sys.executable, "-m", "venv", str(checkout / ".venv")], place)
    python = checkout / ".venv" / "bin" / "python"
    # What is installed here is found there, so that pip has only this program to install.
    own, here = [step_quietly([str(each), "-c", SITE], place).strip() for each in (python, sys.executable)]
    (Path(own) / "present.pth").write_text(here)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--constraint", "requirements.txt", "-e", "."]
    step("install", pip, checkout)

    home.mkdir()
    shutil.copy(REPOSITORY / "tests" / "storage" / "files" / f"{BEFORE}.sqlite", home / "tablepost.sqlite3")
    (home / "settings").write_text("LOCAL_LANGUAGE=de\n")
    stand_ins.mkdir()
    for name, content in (("systemd-run", SYSTEMD_RUN), ("systemctl", '#!/bin/sh\necho "$@" >> calls\n')):
        (stand_ins / name).write_text(content)
        (stand_ins / name).chmod(0o755)
    status = [str(python), "-m", "bot", "operator", "status"]
    before = step("status", status, home)
    assert f"Version {BEFORE}." in before, before

    git(origin, "update-ref", "refs/heads/main", git(REPOSITORY, "rev-parse", "HEAD"))
    git(checkout, "fetch", "--quiet")
    script = place / "update.sh"
    script.write_text(git(checkout, "show", "origin/main:hosting/update.sh"))
    around = {
        "TABLEPOST": str(checkout),
        "STATE": str(home),
        "SETTINGS": str(home / "settings"),
        "PATH": f"{stand_ins}:{os.environ['PATH']}",
    }
    told = step("update", ["sh", str(script)], place, around=around)
    assert "Database" in told, told
    assert (checkout / "calls").read_text().startswith("restart tablepost"), "the bot is started again"
    assert len([*(home / "backups").iterdir()]) == 1, "a backup was made"
    step("start", [str(python), "-c", START], home)
    after = step("status", status, home)
    assert playing(after) == playing(before), after
    told = step("again", ["sh", str(checkout / "hosting" / "update.sh")], place, around=around)
    assert len([*(home / "backups").iterdir()]) == 2, "each update makes one"


def side_by_side(place: Path) -> None:
    """Run the release before and the present version on one PostgreSQL, and replace the one by the other."""
    folder = programs()
    if folder is None:
        print("two versions: not run, because PostgreSQL is not installed")
        return
    old, new, home = place / "old", place / "tablepost", place / "home"
    was = git(REPOSITORY, "log", "--format=%H", "-1", f"--grep=^Version {BEFORE}$")
    git(place, "clone", "--quiet", str(place / "origin"), str(old))
    git(old, "checkout", "--quiet", was)
    with temporary_server(folder) as address, ExitStack() as stack:

        def around(source: Path, shard: int) -> dict[str, str]:
            shards = {"DISCORD_SHARDS": "2", "DISCORD_SHARD_IDS": str(shard)}
            return {"PYTHONPATH": str(source), "DATABASE_URL": address, "DISCORD_TOKEN": "a.b.c", **shards}

        def start(source: Path, shard: int) -> subprocess.Popen[str]:
            begun = time.monotonic()
            process = subprocess.Popen(
                [sys.executable, "-c", RUNS],
                cwd=home,
                env=os.environ | around(source, shard),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            stack.callback(stop, process)
            assert process.stdout is not None
            while (line := process.stdout.readline().strip()) != "runs":
                assert line or process.poll() is None, "it does not start"
            print(f"{'beside':<12}{time.monotonic() - begun:6.1f} s")
            return process

        status = [sys.executable, "-m", "bot", "operator", "status"]
        first = start(old, 0)
        start(new, 1)
        told = step("both run", status, home, around=around(new, 1))
        assert f"Process 0/2: version {BEFORE}" in told, told
        assert "Process 1/2: version " in told, told
        stop(first)
        start(new, 0)
        told = step("one by one", status, home, around=around(new, 0))
        assert f"Process 0/2: version {VERSION}" in told, told


def stop(process: subprocess.Popen[str]) -> None:
    """Let a process end, unless it has ended."""
    if process.poll() is None:
        process.communicate("stop\n")


SITE = "import sysconfig; print(sysconfig.get_path('purelib'))"


def playing(status: str) -> str:
    """Return the line of a status that counts matches."""
    return next(line for line in status.splitlines() if line.startswith("Matches: "))


def git(folder: Path, *words: str) -> str:
    """Run git in a folder, and return its output."""
    return step_quietly(["git", *words], folder).strip()


def step_quietly(command: list[str], folder: Path) -> str:
    """Run a command that is no step of a host, and return its output."""
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def step(
    name: str,
    command: list[str],
    folder: Path,
    source: Path | None = None,
    around: Mapping[str, str] | None = None,
) -> str:
    """Run one step, print its time, and return its output; a fault of it ends the day.

    `source` is the checkout where it is not installed, `around` its environment besides ours.
    """
    own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    around = own | ({"PYTHONPATH": str(source)} if source else {}) | dict(around or {})
    begun = time.monotonic()
    done = subprocess.run(command, cwd=folder, env=around, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{name} has failed:\n{done.stdout}{done.stderr}")
    print(f"{name:<12}{time.monotonic() - begun:6.1f} s")
    return done.stdout


if __name__ == "__main__":
    main()

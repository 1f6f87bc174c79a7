"""A host's day, from a fresh clone: `python -m measures.hosts_day [--install]`.

Clone, migrate, backups with rotation, a deletion, a restore that brings nobody back, drain. With `--install`
a new environment is made (minutes); without, the present one is used. A fault ends it.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
PERSON = 102
STORED = "INSERT INTO people (user, preferences) VALUES (?, CAST('{}' AS BLOB))"
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


def main() -> None:
    """Run the day, and print what each step took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--install", action="store_true", help="make a new environment, as README says")
    install = parser.parse_args().install
    with tempfile.TemporaryDirectory() as place:
        day(Path(place), install=install)


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


def step(name: str, command: list[str], folder: Path, source: Path | None = None) -> str:
    """Run one step, print its time, and return its output; a fault of it ends the day."""
    around = os.environ | ({"PYTHONPATH": str(source)} if source else {})
    begun = time.monotonic()
    done = subprocess.run(command, cwd=folder, env=around, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{name} has failed:\n{done.stdout}{done.stderr}")
    print(f"{name:<12}{time.monotonic() - begun:6.1f} s")
    return done.stdout


if __name__ == "__main__":
    main()

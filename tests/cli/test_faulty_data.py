"""A faulty file in data/ is told in a sentence, by the commands that play as by `check`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import REPOSITORY, surroundings


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program with one map of Papyrus that has a word too many."""
    folder = tmp_path_factory.mktemp("faulty")
    for name in ("bot", "cogs", "renderers"):
        (folder / name).symlink_to(REPOSITORY / name)
    (folder / "data").mkdir()
    for each in (REPOSITORY / "data").iterdir():
        if each.name != "papyrus":
            (folder / "data" / each.name).symlink_to(each)
    shutil.copytree(REPOSITORY / "data" / "papyrus", folder / "data" / "papyrus")
    faulty = folder / "data" / "papyrus" / "maps" / "paper-town.toml"
    faulty.write_text("titel = 1\n" + faulty.read_text(encoding="utf-8"), encoding="utf-8")
    return folder


@pytest.mark.parametrize("line", ["simulate papyrus", "balance arclash", "simulate --help"])
def test_what_is_wrong_with_a_map_is_said_in_a_sentence(folder: Path, line: str) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "bot", *line.split()],
        cwd=folder,
        env=surroundings(PYTHONPATH=str(folder)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 1
    assert "paper-town.toml" in told.stderr
    assert "titel" in told.stderr
    assert "Mend the file in data/" in told.stderr
    assert "Traceback" not in told.stderr
    assert told.stdout == ""

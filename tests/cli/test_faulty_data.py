"""A faulty file in data/ is reported in a sentence, by the commands that play as by `check`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import REPOSITORY, Run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the program with one map of Papyrus that has a word too many."""
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
def test_a_fault_of_a_map_is_reported_in_a_sentence(folder: Path, line: str, program: Run) -> None:
    told = program(line, PYTHONPATH=str(folder))
    assert (told.returncode, told.stdout) == (1, "")
    for words in ("paper-town.toml", "titel", "Mend the file in data/"):
        assert words in told.stderr
    assert "Traceback" not in told.stderr

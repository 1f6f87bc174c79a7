"""`cards diff` tells what is different between two card files."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.__main__ import main
from bot.catalogue import card_files
from tests.cardsets.uploads import BROKEN, HERONS, OTHER_HERONS


def written(folder: Path, **files: bytes) -> list[str]:
    for name, content in files.items():
        (folder / f"{name}.toml").write_bytes(content)
    return [str(folder / f"{name}.toml") for name in files]


def test_two_files_are_compared_card_by_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = written(tmp_path, old=HERONS, new=OTHER_HERONS)
    assert main(["cards", "diff", old, new]) == 0
    told = capsys.readouterr().out
    assert "Heron Chick (REE-01)\n  - power 325 instead of 300\n1 card changed\n" in told
    assert main(["cards", "diff", old, new, "--language", "de"]) == 0
    assert "  - Stärke 325 statt 300\n1 Karte geändert\n" in capsys.readouterr().out
    assert main(["cards", "diff", old, old]) == 0
    assert capsys.readouterr().out == "Nothing is different.\n"


def test_files_that_cannot_be_compared_get_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, broken = written(tmp_path, old=HERONS, broken=BROKEN)
    assert main(["cards", "diff", old, str(tmp_path / "none.toml")]) == 2
    assert "there is no such file" in capsys.readouterr().out
    assert main(["cards", "diff", old, broken]) == 1
    assert "level: 7 is too much" in capsys.readouterr().err
    assert main(["cards", "diff", old, str(card_files("neo-combat")[0])]) == 1
    assert "This can be of several games." in capsys.readouterr().err

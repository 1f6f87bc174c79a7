from __future__ import annotations

from pathlib import Path

from measures.dear import dear, seconds_of

PRINTED = """
============================= slowest durations ==============================
9.00s call     tests/a/test_one.py::test_much[two words]
1.50s setup    tests/a/test_one.py::test_much[two words]
0.30s call     tests/a/test_one.py::test_little
8.00s call     tests/test_alone.py::test_only
"""


def test_the_dearest_go_first_and_each_file_keeps_one() -> None:
    seconds = seconds_of(PRINTED)
    assert seconds["tests/a/test_one.py::test_much[two words]"] == 10.5
    assert dear(seconds, 9) == ["tests/a/test_one.py::test_much[two words]"]
    assert dear(seconds, 1) == ["tests/a/test_one.py::test_much[two words]"], (
        "the others are alone in their files"
    )
    assert dear(seconds, 100) == []


def test_the_files_of_the_list_are_there() -> None:
    here = Path(__file__).parent
    named = {line.partition("::")[0] for line in (here / "slow.txt").read_text("utf-8").splitlines()}
    assert not [file for file in named if not (here.parent / file).exists()]

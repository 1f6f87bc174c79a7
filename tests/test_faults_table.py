"""The table of a host's faults: no cell is empty, each names a test that exists, and the page shows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.faults import COLUMNS, IN_PLAY, PAGE, STOPPED, Cell, written

ROOT = Path(__file__).parents[1]
CELLS = [
    pytest.param(cell, id=f"{name}: {column}")
    for name, fault in IN_PLAY.items()
    for column, cell in zip(COLUMNS, fault, strict=True)
]
RULES = (ROOT / "hosting" / "alerts.yaml").read_text(encoding="utf-8")
_RULE = re.compile(r"- alert: (\w+)\n\s+expr: (.*)")


def test_the_page_shows_the_table_of_the_tests() -> None:
    """`python -m tests.faults` writes it."""
    text = PAGE.read_text(encoding="utf-8")
    assert written(text) == text
    assert len(STOPPED) + len(IN_PLAY) >= 30


@pytest.mark.parametrize("cell", CELLS)
def test_each_cell_says_something_and_names_a_test_that_exists(cell: Cell) -> None:
    assert cell.words
    if cell.test:
        file, _, name = cell.test.partition("::")
        source = (ROOT / file).read_text(encoding="utf-8")
        assert re.search(rf"def {name}\w*\(", source), cell.test
        known = [source.replace("\\", ""), *[fault.words for fault in STOPPED.values()]]
        assert any(cell.words in each for each in known), f"{cell.test} does not look for {cell.words}"


def test_each_alert_reads_the_metric_of_its_fault() -> None:
    """The test of the fault sees the metric change; promtool lets the alert fire (`alerts.test.yaml`)."""
    rules = dict(_RULE.findall(RULES))
    for name, fault in IN_PLAY.items():
        if fault.alert.applies:
            read = rules[fault.alert.words]
            metric = fault.metric.words.partition("{")[0]
            indirect = {"tablepost_event_loop_stall_seconds": "tablepost_ack_seconds"}
            indirect["tablepost_gateway_heartbeat_age_seconds"] = "tablepost_shards_connected"
            known = metric if fault.metric.applies else "up"
            assert indirect.get(known, known) in read, name


def test_every_alert_is_that_of_a_fault() -> None:
    told = {fault.alert.words for fault in IN_PLAY.values() if fault.alert.applies}
    assert {name for name, _ in _RULE.findall(RULES)} - told == set()

"""The alert rules and the dashboard in `hosting/`: they read metrics that exist, and each rule fires."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from prometheus_client import generate_latest

import cogs.kit.refusals  # noqa: F401 - they define series too
from bot.base.metrics import REGISTRY

HOSTING = Path(__file__).parents[1] / "hosting"
_METRIC = re.compile(r"\b(?:tablepost|process)_[a-z_]+\b")
_ALERT = re.compile(r"alert: (\w+)")


def families() -> set[str]:
    """Return the names of all metrics of this program, as they are written."""
    lines = generate_latest(REGISTRY).decode().splitlines()
    names = {line.split()[2] for line in lines if line.startswith("# TYPE")}
    return {name for name in names if not name.endswith("_created")}


def expressions() -> list[str]:
    board = json.loads((HOSTING / "grafana.json").read_text(encoding="utf-8"))
    return [target["expr"] for panel in board["panels"] for target in panel["targets"]]


def test_the_dashboard_and_the_rules_read_metrics_that_exist() -> None:
    rules = (HOSTING / "alerts.yaml").read_text(encoding="utf-8")
    written = re.findall(r"expr: (.*)", rules)
    assert written
    for words in (*written, *expressions()):
        read = {name.removesuffix("_bucket") for name in _METRIC.findall(words)}
        assert read - families() == set(), words


def test_each_metric_of_our_own_is_on_the_dashboard() -> None:
    shown = {name.removesuffix("_bucket") for words in expressions() for name in _METRIC.findall(words)}
    assert {name for name in families() if name.startswith("tablepost_")} - shown == set()


def test_each_rule_is_tried() -> None:
    rules, tried = (HOSTING / "alerts.yaml").read_text(), (HOSTING / "alerts.test.yaml").read_text()
    names = _ALERT.findall(rules)
    assert len(names) > 8
    for name in names:
        assert tried.count(f"alertname: {name}") >= 2, f"{name} is seen silent, and firing"


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed")
@pytest.mark.parametrize("words", [("check", "rules", "alerts.yaml"), ("test", "rules", "alerts.test.yaml")])
def test_promtool_takes_the_rules_and_lets_each_fire(words: tuple[str, ...]) -> None:
    done = subprocess.run(["promtool", *words], cwd=HOSTING, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed")
def test_promtool_takes_each_expression_of_the_dashboard(tmp_path: Path) -> None:
    rules = [{"record": f"panel{number}", "expr": each} for number, each in enumerate(expressions())]
    written = tmp_path / "dashboard.json"  # JSON is YAML too
    written.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}), encoding="utf-8")
    done = subprocess.run(
        ["promtool", "check", "rules", str(written)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr

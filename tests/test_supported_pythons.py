"""The supported versions of Python are told alike everywhere, and CI runs what README says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_readme_hosting_and_ci_name_the_versions_of_the_classifiers() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    versions = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    oldest, newest = versions[0], versions[-1]
    assert project["requires-python"] == f">={oldest}"
    told = f"{', '.join(versions[:-1])} or {newest}"
    assert f"You only need Python {told}." in (ROOT / "README.md").read_text()
    assert f"on {oldest} and on {newest}" in (ROOT / "README.md").read_text()
    assert (
        f"**Python**: {told}. The tests run on {oldest} and {newest}."
        in (ROOT / "docs/HOSTING.md").read_text()
    )
    assert f"Python {oldest} to {newest}." in (ROOT / "requirements.txt").read_text()
    workflow = (ROOT / ".github/workflows/ci.yml").read_text()
    assert sorted(re.findall(r"^ +(3\.\d+)$", workflow, re.MULTILINE)) == [oldest, newest]


def test_the_command_that_ci_takes_from_readme_is_there_once() -> None:
    command = re.search(r"grep -m 1 -e '(.+)' README\.md", (ROOT / ".ci/run").read_text())
    assert command
    lines = [line for line in (ROOT / "README.md").read_text().splitlines() if re.search(command[1], line)]
    setup = "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt -e '.[local,test]'"
    assert lines == [f"{setup} && .venv/bin/python -m pytest"]

"""What `hosting/` holds is right: units, images and actions are pinned, and their commands run."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import tomllib
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HOSTING = ROOT / "hosting"
SYSTEMD = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
_IMAGE = re.compile(r"^(?:FROM|\s+image:) (\S+)$", re.MULTILINE)


def test_images_have_an_exact_version_and_actions_their_commit() -> None:
    """A tag of an image moves with each patch release at most; a tag of an action can be moved by anybody."""
    files = [(HOSTING / name).read_text("utf-8") for name in ("Containerfile", "compose.yaml")]
    images = _IMAGE.findall("\n".join(files))
    assert len(images) == 3
    assert all(re.search(r":\d+\.\d+(\.\d+)?(-\w+)*$", image) for image in images), images
    assert len({image for image in images if "postgres" in image}) == 1, "pg_dump is as new as the server"
    for workflow in (ROOT / ".github" / "workflows").glob("*.yml"):
        for action in re.findall(r"uses: (.+)", workflow.read_text("utf-8")):
            assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


def test_the_newest_supported_python_is_that_of_the_image() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    newest = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))[-1]
    assert f"/python:{newest}." in (HOSTING / "Containerfile").read_text("utf-8")


@SYSTEMD
@pytest.mark.parametrize("unit", ["tablepost.service", "tablepost-backup.service", "tablepost-backup.timer"])
def test_systemd_takes_the_units(unit: str, tmp_path: Path) -> None:
    """With a program that is there: it looks whether the one of `ExecStart` can be run."""
    for each in HOSTING.glob("tablepost*"):
        text = each.read_text("utf-8").replace("/opt/tablepost/.venv/bin/python", sys.executable)
        (tmp_path / each.name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--recursive-errors=yes", str(tmp_path / unit)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
    )
    ours = [line for line in done.stderr.splitlines() if "tablepost" in line and "man " not in line]
    assert ours == [], done.stderr


def test_the_command_of_the_timer_makes_a_backup(tmp_path: Path) -> None:
    """As it is in the unit, with the folder and the program of this machine."""
    unit = (HOSTING / "tablepost-backup.service").read_text("utf-8")
    (line,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    (folder,) = re.findall(r"^WorkingDirectory=(.*)$", unit, re.MULTILINE)
    command = shlex.split(line.replace(folder, str(tmp_path)))
    command[0] = sys.executable
    around = os.environ | {"PYTHONPATH": str(ROOT)}
    for words in (["-m", "bot", "migrate"], command[1:]):
        done = subprocess.run(
            [sys.executable, *words], cwd=tmp_path, env=around, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    (copy,) = (tmp_path / "backups").iterdir()
    assert copy.name.startswith("tablepost-")


def test_the_image_is_healthy_where_healthz_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command of the HEALTHCHECK, as it is."""

    class Health(BaseHTTPRequestHandler):
        status = 200

        def do_GET(self) -> None:
            self.send_response(Health.status if self.path == "/healthz" else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            return

    text = (HOSTING / "Containerfile").read_text("utf-8")
    (found,) = re.findall(r"HEALTHCHECK.*\\\n\s+CMD (\[.*\])", text)
    command = [sys.executable, *json.loads(found)[1:]]
    with HTTPServer(("127.0.0.1", 0), Health) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("METRICS_PORT", str(server.server_port))
        codes = []
        for status in (200, 503):
            Health.status = status
            codes.append(subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode)
        server.shutdown()
    assert codes[0] == 0
    assert codes[1] != 0


def test_the_scripts_are_right_for_a_plain_shell() -> None:
    for script in HOSTING.glob("*.sh"):
        done = subprocess.run(["sh", "-n", str(script)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_each_folder_of_fonts_has_its_licence_in_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    taken = {file for pattern in project["license-files"] for file in ROOT.glob(pattern)}
    folders = {
        file.parent for kind in ("otf", "ttf") for file in (ROOT / "data" / "fonts").rglob(f"*.{kind}")
    }
    assert folders
    assert {folder / "LICENSE.txt" for folder in folders} <= taken

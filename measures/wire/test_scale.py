"""The measure of many servers works, on few of them."""

from __future__ import annotations

import socket
from pathlib import Path

from measures.wire.scale import main


def test_the_bot_is_measured_on_a_made_database(tmp_path: Path) -> None:
    """The bounds are those for an idle machine and 10,000 servers, so they hold here even on a busy one."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    few = {"servers": 30, "people": 60, "running": 20, "ended": 100, "lobbies": 10, "wishes": 20}
    words = [word for name, number in few.items() for word in (f"--{name}", str(number))]
    assert main(["--work", str(tmp_path), "--port", str(port), "--seconds", "2", *words]) == 0

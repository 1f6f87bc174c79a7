"""Measures the messages of a walk instead of making pictures: down to the first row of controls."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from PIL import Image

from measures.screens.heights import FirstRow, first_row
from tests.cogs.players import components_of

PLAYED = re.compile(r"(lesson|panel)-\d+|board")
"""The screens on which a match is played, by their names in a walk."""


class Screen(NamedTuple):
    """A screen on a phone."""

    game: str
    what: str
    row: FirstRow


class Ruler:
    """A camera that measures."""

    def __init__(self) -> None:
        self.found: list[Screen] = []

    async def take(self, game: str, what: str, message: Any, _viewer: Any) -> None:
        """Measure a screen on which a match is played, if it has controls."""
        if not PLAYED.fullmatch(what):
            return
        sizes = {file.filename: _size(await file.read()) for file in message.attachments}
        row = first_row(components_of(message), sizes)
        if row is not None:
            self.found.append(Screen(game, what, row))


def _size(data: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(data)) as picture:
        return picture.size


def as_rows(found: Sequence[Screen]) -> str:
    """Return for each kind of screen the one with the largest distance of row and picture, as a table."""
    farthest = dict[tuple[str, str], Screen]()
    for each in found:
        key = each.game, each.what.split("-")[0]
        farthest[key] = max(farthest.get(key, each), each, key=lambda screen: screen.row.below_picture)
    head = f"{'':11} {'':10} {'picture':>8} {'to the row':>11} {'from the top':>13}"
    lines = [
        f"{each.game:11} {each.what:10} {each.row.pictures:5} px {each.row.below_picture:8} px"
        f" {each.row.below_top:10} px"
        for each in farthest.values()
    ]
    return "\n".join([head, *lines])

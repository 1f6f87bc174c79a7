"""Pictures next to card files: those of `reed.toml` are in the folder `reed.pictures`, named by card."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.engine.errors import Refusal
from bot.host.cli.commands import CannotStart
from bot.host.cli.files import content_of

FOLDER = ".pictures"


@contextmanager
def with_pictures(files: Iterable[Path], numbers: Collection[str]) -> Iterator[None]:
    """Within the block, draw cards with the pictures next to their files, `REE-01.png` for the card REE-01.

    Raises `CannotStart` for a picture that cannot be used, or that belongs to none of these cards.
    """
    from renderers.kit.cards.pictures import showing  # it needs the fonts, other commands do not

    digests: dict[str, str] = {}
    found: dict[str, bytes] = {}
    for path in [each for file in files for each in sorted(file.with_suffix(FOLDER).glob("*.png"))]:
        if path.stem not in numbers:
            raise CannotStart(
                f"{path}: there is no card {path.stem}. Name each picture by its card's number."
            )
        png = _rewritten(path)
        digests[path.stem] = hashlib.sha256(png).hexdigest()
        found[digests[path.stem]] = png
    with showing(digests, found):
        yield


def _rewritten(path: Path) -> bytes:
    from renderers.kit.cards.uploads import LARGEST_PICTURE, rewritten

    try:
        return rewritten(content_of(path, LARGEST_PICTURE))
    except Refusal as refusal:
        raise CannotStart(f"{path}: {refusal}") from None

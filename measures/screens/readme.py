"""`python -m measures.screens.readme`: make the README's pictures of a turn and of a match, in docs/images.

The easy computer chooses for Ann and Ben; the turn is photographed as a phone shows it, and the film is the
one that the bot draws. Each file holds a digest of what the bot sent for it, so that `test_screens.py` can
tell an old one without a browser.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import random
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from PIL import Image, ImageSequence, PngImagePlugin
from simcord.components import walk_components

from bot.games.registry import GAMES
from measures.club import new_club
from measures.screens.camera import Camera, browser
from measures.taps.turns import easy_player
from renderers.kit.gif import HELD
from tests.cogs.club import Club
from tests.cogs.players import components_of, control

TURN, FILM = [Path(__file__).parents[2] / "docs" / "images" / name for name in ("turn.png", "film.gif")]
OPTIONS = "squad=4 map=open width=10 height=8 rounds=8"
MOST_ACTIONS = 600
FILM_WIDTH = 480
"""Pixels: the film is shown in a page, not played from."""
FRAMES = 40
FRAME_MS = 700
SHOWN = "Shows"
"""The name of the digest in the picture of the turn."""
_ID = re.compile(r"\d{15,20}")

OnTurn = Callable[[Any, Any], Awaitable[None]]
"""Takes the message to the seat to act in the third round, and its reader."""


async def main() -> None:
    """Play a match and store its pictures."""
    async with browser() as opened, new_club() as club:
        with tempfile.TemporaryDirectory() as place:
            camera = Camera(club, opened, Path(place), "en")

            async def photograph(message: Any, reader: Any) -> None:
                shown = await digest_of_message(message)
                await camera.take("papyrus", "turn", message, reader)
                with Image.open(Path(place) / camera.shots[0].file) as taken:
                    notes = PngImagePlugin.PngInfo()
                    notes.add_text(SHOWN, shown)
                    taken.save(TURN, pnginfo=notes, optimize=True)

            try:
                FILM.write_bytes(_smaller(await play(club, photograph)))
            finally:
                await camera.close()


async def play(club: Club, on_turn: OnTurn) -> bytes:
    """Play the match to its end, and return its film as its button draws it."""
    info = await club.started(club.ben, options=OPTIONS)
    player, mood, rules = easy_player(info.game), random.Random(3), GAMES[info.game].rules
    shown = False
    for number in range(MOST_ACTIONS):
        public = await club.service.match_view(info.id, None)
        if public.match.stage.ended:
            break
        seat = min(public.awaited)
        if not shown and getattr(public.view, "round", 0) == 3:
            shown = True
            await club.bot.publish_pending(info.id)
            await club.env.settle()
            member = club.members(info)[seat]
            await on_turn(member.user.dm_channel.history()[-1], member.user)
        user = info.seats[seat].user
        mine = await club.service.match_view(info.id, user)
        action = player.choose(rules, mine.view, mine.legal, mood)
        await club.service.play.act(info.id, user, [action], version=None, request=f"readme {number}")
    await club.bot.publish_pending(info.id)
    await club.env.settle()
    result = club.channel.history()[-1]
    await club.ann.click(result, custom_id=control(result, "Film"))
    (film,) = [each for each in club.channel.history()[-1].attachments if each.filename.endswith(".gif")]
    return bytes(await film.read())


async def digest_of_message(message: Any) -> str:
    """Return the SHA-256 of a message as its reader sees it: words, controls, and the pixels of pictures."""
    found = hashlib.sha256()
    for part in walk_components(components_of(message)):
        for key in ("type", "content", "label", "placeholder", "style", "disabled", "options"):
            found.update(_ID.sub("", f"{key}={part.get(key)!r}").encode())
    for attached in message.attachments:
        found.update(digest_of_picture(await attached.read()).encode())
    return found.hexdigest()


def digest_of_picture(encoded: bytes) -> str:
    """Return the SHA-256 of the pixels of a picture or a film, whatever compressed it."""
    found = hashlib.sha256()
    with Image.open(io.BytesIO(encoded)) as drawn:
        for frame in ImageSequence.Iterator(drawn):
            found.update(frame.convert("RGB").tobytes())
    return found.hexdigest()


def _smaller(film: bytes) -> bytes:
    """Return a film in the width of a page, of at most `FRAMES` boards, the last one held as in the film."""
    with Image.open(io.BytesIO(film)) as drawn:
        height = drawn.height * FILM_WIDTH // drawn.width
        boards = [each.convert("RGB").resize((FILM_WIDTH, height)) for each in ImageSequence.Iterator(drawn)]
    for board in boards:
        board.info.clear()  # the transparency of the film's own palette
    frames = [board.quantize(64) for board in boards]
    frames = frames[:: -max(1, -(-len(frames) // FRAMES))][::-1]
    packed = io.BytesIO()
    frames[0].save(
        packed,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[*[FRAME_MS] * (len(frames) - 1), HELD],
        loop=0,
        optimize=True,
        comment=digest_of_picture(film).encode(),
    )
    return packed.getvalue()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))

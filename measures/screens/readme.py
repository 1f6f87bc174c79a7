"""`python -m measures.screens.readme`: make the README's pictures of a turn and of a match, in docs/images.

The easy computer chooses for Ann and Ben; the turn is photographed as a phone shows it, and the film is the
one that the bot draws.
"""

from __future__ import annotations

import asyncio
import io
import random
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageSequence

from bot.games.registry import GAMES
from measures.club import new_club
from measures.screens.camera import Camera, browser
from measures.taps.turns import easy_player
from tests.cogs.club import Club
from tests.cogs.players import control

IMAGES = Path(__file__).parents[2] / "docs" / "images"
OPTIONS = "squad=4 map=open width=10 height=8 rounds=8"
MOST_ACTIONS = 600
FILM_WIDTH = 480
"""Pixels: the film is shown in a page, not played from."""
FRAMES = 40
FRAME_MS = 700


async def main() -> None:
    """Play a match and store its pictures."""
    async with browser() as opened, new_club() as club:
        with tempfile.TemporaryDirectory() as place:
            camera = Camera(club, opened, Path(place), "en")
            try:
                await _played(club, camera, Path(place))
                (IMAGES / "film.gif").write_bytes(_smaller(await _film(club)))
            finally:
                await camera.close()


async def _played(club: Club, camera: Camera, folder: Path) -> None:
    """Play the match to its end; in the third round, make a picture of the message for the seat to act."""
    info = await club.started(club.ben, options=OPTIONS)
    player, mood, rules = easy_player(info.game), random.Random(3), GAMES[info.game].rules
    for number in range(MOST_ACTIONS):
        public = await club.service.match_view(info.id, None)
        if public.match.stage.ended:
            break
        seat = min(public.awaited)
        if not camera.shots and getattr(public.view, "round", 0) == 3:
            await club.bot.publish_pending(info.id)
            await club.env.settle()
            member = club.members(info)[seat]
            await camera.take(info.game, "turn", member.user.dm_channel.history()[-1], member.user)
            (IMAGES / "turn.png").write_bytes((folder / camera.shots[0].file).read_bytes())
        user = info.seats[seat].user
        mine = await club.service.match_view(info.id, user)
        action = player.choose(rules, mine.view, mine.legal, mood)
        await club.service.play.act(info.id, user, [action], version=None, request=f"readme {number}")
    await club.bot.publish_pending(info.id)
    await club.env.settle()


async def _film(club: Club) -> bytes:
    """Return the film of the match, as its button draws it."""
    result = club.channel.history()[-1]
    await club.ann.click(result, custom_id=control(result, "Film"))
    (film,) = [each for each in club.channel.history()[-1].attachments if each.filename.endswith(".gif")]
    return bytes(await film.read())


def _smaller(film: bytes) -> bytes:
    """Return a film in the width of a page, of at most `FRAMES` boards."""
    with Image.open(io.BytesIO(film)) as drawn:
        height = drawn.height * FILM_WIDTH // drawn.width
        boards = [each.convert("RGB").resize((FILM_WIDTH, height)) for each in ImageSequence.Iterator(drawn)]
    for board in boards:
        board.info.clear()  # the transparency of the film's own palette
    frames = [board.quantize(64) for board in boards]
    frames = frames[:: max(1, -(-len(frames) // FRAMES))]
    packed = io.BytesIO()
    frames[0].save(
        packed, "GIF", save_all=True, append_images=frames[1:], duration=FRAME_MS, loop=0, optimize=True
    )
    return packed.getvalue()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))

"""The biggest match there can be still keeps to Discord's limits, on every screen and every post."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.matches.model import Look
from cogs.play import action_kinds, legal_words
from cogs.posts import compose_board, compose_position, compose_status
from cogs.screens import compose_panel, menu_of
from renderers.contract import Picture
from tests.cogs.club import Club

BIG = "squad=30 width=40 height=30 critical=true"
PICTURE = Picture(b"png", "a" * 256, 1, 1)


def paths(club: Club, look: Look, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Return the ways to screens of all kinds: the first, middle and last further way of each group."""
    yield path
    menu = menu_of(club.bot.games["papyrus"], look, path)
    assert menu is not None
    for group in menu.groups:
        further = [choice.key for choice in group.choices if not choice.actions]
        for key in {*further[:1], *further[len(further) // 2 :][:1], *further[-1:]}:
            yield from paths(club, look, (*path, key))


def compose_everything(club: Club, look: Look) -> int:
    """Compose all that can be sent for a look, which checks the limits; return how many screens."""
    game = club.bot.games["papyrus"]
    ways = list(paths(club, look))
    for path in ways:
        menu = menu_of(game, look, path)
        compose_panel(game, look, path, menu=menu, told=["Told. " * 60] * 40, note="n" * 200, picture=PICTURE)
    compose_board(game, look, ["Told. " * 60] * 40, PICTURE)
    compose_position(game, look)
    compose_status(game, look.match, look)
    for kind in action_kinds(game):
        for field in kind.__struct_fields__:
            assert len(legal_words(game, look, kind, field, {}, "s")) <= 25
    return len(ways)


@pytest.mark.parametrize("seats", [2, 4])
async def test_all_screens_and_posts_of_the_biggest_match_keep_to_the_limits(club: Club, seats: int) -> None:
    others = (club.ben, club.cleo, club.dan)[: seats - 1]
    info = await club.started(*others, options=BIG)
    players = list(club.members(info).values())
    for command, words in (
        ("preset", {"squad": "balanced"}),
        ("ready", {}),
        ("formation", {}),
        ("ready", {}),
    ):
        assert compose_everything(club, await club.look(players[-1])) >= 1
        for member in players:
            await member.slash(club.channel, f"papyrus {command}", **words)
    look: Any = await club.look(None)
    on_turn = club.members(look.match)[next(iter(look.awaited))]
    assert compose_everything(club, await club.look(on_turn)) > 5

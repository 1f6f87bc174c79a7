"""What is sent to a viewer tells nothing that the viewer may not know: the same in both of two worlds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from bot.engine.fair import Stream
from bot.engine.wording import Menu
from bot.games.papyrus.facts import Deployed, SquadsRevealed
from bot.matches.model import Look, MatchInfo, SeatHolder, Stage
from bot.registry import GAMES
from cogs.layout import Sheet, components_of
from cogs.play import action_kinds, legal_words
from cogs.posts import compose_board, compose_position, compose_status
from cogs.screens import compose_panel, menu_of
from tests.cogs.club import Club
from tests.cogs.players import words_of
from tests.games.papyrus.chance import secret_positions
from tests.two_worlds import TwoWorlds

GAME = GAMES["papyrus"]
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def look_of(view: Any, legal: Sequence[Any]) -> Look:
    """Return the look of this view's viewer at a match that is otherwise always the same."""
    info = MatchInfo(
        id="abcdefghijkl",
        game="papyrus",
        rules="1",
        cards=None,
        guild=1,
        channel=2,
        host=11,
        stage=Stage.PLAYING if view.outcome is None else Stage.FINISHED,
        version=7,
        options=view.options,
        wanted=view.seats,
        seats=tuple(SeatHolder(user=11 + seat, name=NAMES[seat]) for seat in range(view.seats)),
        commitment="c" * 64,
        outcome=view.outcome,
        opened_at=datetime(2026, 5, 1, tzinfo=UTC),
        ended_at=None,
    )
    awaited = frozenset({view.viewer}) if legal else frozenset()
    return Look(match=info, seat=view.viewer, view=view, legal=legal, awaited=awaited, recent=())


def sent(page: Sheet) -> bytes:
    """Return all that leaves the house with a page."""
    files = [(file.filename, file.data, file.alt) for file in page.attachments]
    return msgspec.json.encode([components_of(page.view), page.pings]) + repr(files).encode()


def board(view: Any, legal: Sequence[Any]) -> bytes:
    look = look_of(view, legal)
    picture = GAME.renderer.board(view, names=look.match.names, recent=())
    pages = (compose_board(GAME, look, ["Told."], picture), compose_status(GAME, look.match, look))
    return b"".join(sent(page) for page in (*pages, compose_position(GAME, look)))


def panel(view: Any, legal: Sequence[Any]) -> bytes:
    """Return the first screen and those one choice further, each with its private picture."""
    look = look_of(view, legal)
    return b"".join(sent(page) for page in screens(look))


def screens(look: Look) -> Iterator[Sheet]:
    first = menu_of(GAME, look, ())
    for path in ((), *((key,) for key in _ways(first))):
        menu = menu_of(GAME, look, path)
        focus = menu.focus if menu else None
        picture = (
            GAME.renderer.board(look.view, names=look.match.names, recent=(), focus=focus) if focus else None
        )
        yield compose_panel(GAME, look, path, menu=menu, picture=picture)


def _ways(menu: Menu | None) -> list[str]:
    groups = menu.groups if menu else ()
    return [each.key for group in groups for each in group.choices if not each.actions][:2]


def offers(view: Any, legal: Sequence[Any]) -> bytes:
    """Return what autocomplete offers for each word of each command."""
    look = look_of(view, legal)
    found = [
        legal_words(GAME, look, kind, field.name, {}, typed)
        for kind in action_kinds(GAME)
        for field in msgspec.structs.fields(kind)
        for typed in ("", "s")
    ]
    return msgspec.json.encode(found)


OBSERVABLES = {"the board": board, "the panel": panel, "the offers": offers}


@pytest.mark.parametrize("number", range(4))
def test_what_discord_is_sent_tells_no_secret_pap_02_pap_03(number: int) -> None:
    worlds = TwoWorlds(GAME.rules, lambda _view: (), (SquadsRevealed, Deployed), OBSERVABLES, steps=1)
    for turn, state in enumerate(secret_positions(range(900 + number, 901 + number), kept=0.02)):
        for viewer in (None, *range(state.seats)):
            worlds.check(state, viewer, seed=turn)


def test_a_payload_made_from_the_wrong_seats_view_would_be_caught() -> None:
    rules, caught = GAME.rules, 0
    for turn, state in enumerate(secret_positions(range(950, 952), kept=0.1)):
        twin = rules.resample(rules.view(state, 0), Stream("twin", bytes([turn % 256]) * 32))
        shown = [panel(rules.view(world, 1), rules.legal(world, 1)) for world in (state, twin)]
        caught += shown[0] != shown[1]
    assert caught


async def test_a_secret_choice_causes_no_post_and_no_message_to_anybody_else(club: Club) -> None:
    await club.started(club.ben)
    before = [words_of(post) for post in club.channel.history()]
    sent_before = len(club.env.http_requests)
    await club.ann.slash(club.channel, "papyrus recruit", kind="sniper")
    paths = [request.path for request in club.env.http_requests[sent_before:]]
    assert not any("/messages/" in path and "/channels/" in path for path in paths)
    assert [words_of(post) for post in club.channel.history()] == before
    others = [words_of(post) for post in club.ben.user.dm_channel.history()]
    assert not any("Sniper" in text for text in others if "Pick your squad" not in text)

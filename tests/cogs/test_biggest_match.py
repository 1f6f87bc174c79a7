"""The biggest match there can be still keeps to Discord's limits, on every screen and every post."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from bot.games.arclash.cards.cards import Library, Pool
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.rules.state import ArclashState
from bot.games.crossfire.rules.options import Form
from bot.games.crossfire.rules.state import CrossfireState
from bot.matches.model import MatchView
from bot.registry import GAMES
from cogs.kit.layout import OutgoingMessage
from cogs.kit.telling import Line
from cogs.matches.game_commands import action_kinds, legal_words
from cogs.play.hand_and_zoom import SORTS, compose_hand, compose_part
from cogs.play.panel_screens import compose_confirmation, compose_panel, compose_position
from cogs.play.screens import menu_of
from cogs.publishing.match_posts import compose_board, compose_status
from renderers.contract import Picture
from tests.cogs.club import Club
from tests.cogs.composed import contents, whole
from tests.cogs.players import said
from tests.games.arclash.cards_for_tests import TEST_SET
from tests.games.arclash.chance import positions as arclash_positions
from tests.games.crossfire.chance import positions
from tests.games.crossfire.table import RULES

BIG = "squad=30 width=40 height=30 critical=true"
LONG_NAMES = ("*" * 32, "_" * 32, "[" * 32, "`" * 32, "@" * 32, "~" * 32)
LONGEST_CARD = 40
"""Characters of the longest name of a card."""
PICTURE = Picture(b"png", "a" * 256, 1, 1)


def paths(club: Club, match_view: MatchView, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Return the ways to screens of all kinds: the first and the last further way of each group."""
    yield path
    menu = menu_of(club.bot.game_of(match_view.match), match_view, path)
    assert menu is not None
    for group in menu.groups:
        further = [choice.key for choice in group.choices if not choice.actions and not choice.then]
        for key in {*further[:1], *further[-1:]}:
            yield from paths(club, match_view, (*path, key))


def check(page: OutgoingMessage) -> None:
    """Check that no text of a page was cut inside its markup; composing it has checked the limits."""
    cut = [text for text in contents(page) for line in text.splitlines() if not whole(line)]
    assert not cut, cut[0]


def compose_everything(club: Club, match_view: MatchView) -> int:
    """Compose all that can be sent for a look, which checks the limits; return how many screens."""
    game = club.bot.game_of(match_view.match)
    hand = PICTURE if game.renderer.has_hands else None
    ways = list(paths(club, match_view))
    told, note = [Line(f"**{'Told. ' * 60}**")] * 40, "n" * 200
    for path in ways:
        menu = menu_of(game, match_view, path)
        check(
            compose_panel(game, match_view, path, menu=menu, told=told, note=note, picture=PICTURE, hand=hand)
        )
        choices = [each for group in (menu.groups if menu else ()) for each in group.choices]
        if choices:
            longest = max(choices, key=lambda each: len(each.label) + len(each.hint))
            check(compose_confirmation(game, match_view, (*path, longest.key), longest))
    check(compose_board(game, match_view, told, PICTURE))
    for part in game.renderer.parts(match_view.view):
        compose_part(game, match_view, part, PICTURE)
    for sort in SORTS if hand else ():
        check(compose_hand(game, match_view, sort, PICTURE))
    compose_position(game, match_view)
    check(compose_status(game, match_view.match, match_view))
    for kind in action_kinds(game):
        for field in kind.__struct_fields__:
            assert len(legal_words(game, match_view, kind, field, {}, "s")) <= 25
    return len(ways)


async def test_all_screens_and_posts_of_the_biggest_match_keep_to_the_limits(club: Club) -> None:
    info = await club.started(club.ben, club.cleo, club.dan, options=BIG)
    players = list(club.members(info).values())
    for command, words in (
        ("preset", {"squad": "balanced"}),
        ("ready", {}),
        ("formation", {}),
        ("ready", {}),
    ):
        assert compose_everything(club, await club.match_view(players[-1])) >= 1
        for member in players:
            await member.slash(club.channel, f"papyrus {command}", **words)
    match_view: Any = await club.match_view(None)
    on_turn = club.members(match_view.match)[next(iter(match_view.awaited))]
    assert compose_everything(club, await club.match_view(on_turn)) > 5


def busiest(form: Form, numbers: range) -> list[CrossfireState]:
    """Return positions of random matches: with most to do, most contests, and most seized piles."""
    found = [state for state in positions(numbers, form, kept=0.2) if state.phase == "turn"]

    def piles(state: CrossfireState, contested: bool) -> int:
        held = [pile for pile in state.board if pile is not None]
        return sum(pile.contested if contested else len(pile.cards) > 1 for pile in held)

    return [
        max(found, key=lambda state: len(RULES.legal(state, state.turn))),
        max(found, key=lambda state: piles(state, True)),
        max(found, key=lambda state: piles(state, False)),
    ]


@pytest.mark.parametrize(
    ("options", "form", "seats"), [("", "two", 2), ("", "four", 4), ("ultimate=true", "ultimate", 4)]
)
async def test_all_screens_and_posts_of_busy_tables_of_crossfire_keep_to_the_limits_crf_25(
    club: Club, options: str, form: Form, seats: int
) -> None:
    others = (club.ben, club.cleo, club.dan)[: seats - 1]
    info = await club.started(*others, game="crossfire", options=options)
    players = club.members(info)
    for state in busiest(form, range(1, 4) if form == "two" else range(1, 2)):
        await club.set_up(replace_options(state, info.options))
        match_view = await club.match_view(players[state.turn])
        holders = tuple(replace(holder, name=LONG_NAMES[seat]) for seat, holder in enumerate(info.seats))
        named = replace(match_view, match=replace(match_view.match, seats=holders))
        assert compose_everything(club, named) > 5
        shown = await players[state.turn].slash(club.channel, "hand")
        assert "your hand" in said(shown)
        for typed in ("match board", "match status"):
            said(await players[state.turn].slash(club.channel, typed))


def replace_options(state: CrossfireState, options: Any) -> CrossfireState:
    """Return the state under a match's options, from which its table follows."""
    copy = RULES.clone(state)
    copy.options = options
    return copy


def with_long_names() -> Pool:
    """The cards made for tests under the longest names there can be, all of them markdown."""

    def called(card: Any) -> Any:
        return replace(card, name=f"{card.name} {'*_`[]|~' * 6}"[:LONGEST_CARD])

    decks = {key: replace(deck, title="*" * LONGEST_CARD) for key, deck in TEST_SET.decks.items()}
    characters, supports = [tuple(map(called, kind)) for kind in (TEST_SET.characters, TEST_SET.supports)]
    return Pool((replace(TEST_SET, characters=characters, supports=supports, decks=decks),))


def fullest(rules: ArclashRules) -> list[ArclashState]:
    """Positions of matches of six: with most to choose and most on the table, and each kind of question."""
    found = [state for state in arclash_positions(range(4, 30, 5), 0.3, rules) if not state.outcome]
    most: list[Callable[[ArclashState], int]] = [
        lambda state: max(len(rules.legal(state, seat)) for seat in range(6)),
        lambda state: sum(len(side.supports) for side in state.sides),
        lambda state: sum(len(side.deck.discard) for side in state.sides),
        lambda state: sum(len(side.stack) for side in state.sides),
        lambda state: max(len(side.hand) for side in state.sides),
        lambda state: len(state.boosts) + len(state.guards),
    ]
    kinds = {state.program.question.kind: state for state in found if state.program.question is not None}
    phases = {state.phase: state for state in found}
    return [*[max(found, key=each) for each in most], *kinds.values(), *phases.values()]


@pytest.mark.parametrize("long", [False, True], ids=["shipped", "long names"])
async def test_all_screens_and_posts_of_arclash_with_six_seats_keep_to_the_limits_arc_04(
    club: Club, long: bool
) -> None:
    house = GAMES["arclash"].rules
    pool = with_long_names() if long else house.library.standard  # type: ignore[attr-defined]
    house.learn_cards(pool.encoded)
    others = (club.ben, club.cleo, club.dan, club.eve, club.fay)
    info = await club.started(*others, game="arclash", options="")
    players = club.members(info)
    states = fullest(ArclashRules(Library(pool)))
    assert len(states) > 12
    for number, state in enumerate(states):
        await club.set_up(state)
        for seat in sorted({0, *list(house.to_act(state))[:2]}):
            match_view = await club.match_view(players[seat])
            holders = tuple(replace(holder, name=LONG_NAMES[at]) for at, holder in enumerate(info.seats))
            named = replace(match_view, match=replace(match_view.match, seats=holders))
            assert compose_everything(club, named) >= 1
        if number % 6 == 0:
            assert "your hand" in said(await players[0].slash(club.channel, "hand"))
            for typed in ("match board", "match status"):
                said(await players[0].slash(club.channel, typed))

"""The largest possible match keeps to Discord's limits, on every screen and in every post."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from bot.engine.fair import Stream
from bot.engine.wording import Menu
from bot.games.arclash.cards.cards import Library, Pool
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.arclash.rules.state import ArclashState
from bot.games.crossfire.rules.options import Form
from bot.games.crossfire.rules.state import CrossfireState
from bot.games.game import Game
from bot.games.papyrus.rules.actions import Formation, Preset, Ready
from bot.games.registry import GAMES
from bot.matches.model import MatchView
from bot.matches.options import read_options
from cogs.kit.layout import OutgoingMessage
from cogs.kit.sentences import Line
from cogs.matches.game_commands import action_kinds, legal_words
from cogs.play.hand_and_zoom import SORTS, compose_hand, compose_part
from cogs.play.screens import compose_confirmation, compose_panel, compose_position, menu_of
from cogs.publishing.match_posts import compose_board, compose_status
from renderers.contract import Picture
from tests.cogs.club import Club
from tests.cogs.composed import contents, whole
from tests.cogs.players import said
from tests.cogs.test_two_worlds_of_payloads import view_for
from tests.games.arclash.cards_for_tests import TEST_SET
from tests.games.arclash.chance import positions as arclash_positions
from tests.games.crossfire.chance import positions
from tests.games.crossfire.table import RULES

BIG = "squad=30 width=40 height=30 critical=true"
LONG_NAMES = ("*" * 32, "_" * 32, "[" * 32, "`" * 32, "@" * 32, "~" * 32)
LONGEST_CARD = 40
"""The length of the longest name of a card."""
PICTURE = Picture(b"png", "a" * 256, 1, 1)


def screens(
    game: Game, match_view: MatchView, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Menu]]:
    """Yield screens of all kinds with their paths: the first and the last further path of each group."""
    menu = menu_of(game, match_view, path)
    yield path, menu
    for group in menu.groups:
        further = [choice.key for choice in group.choices if not choice.actions and not choice.then]
        for key in {*further[:1], *further[-1:]}:
            yield from screens(game, match_view, (*path, key))


def check(page: OutgoingMessage) -> None:
    """Check that no text of a page was cut inside its markup; composing it has checked the limits."""
    cut = [text for text in contents(page) for line in text.splitlines() if not whole(line)]
    assert not cut, cut[0]


def compose_everything(game: Game, state: Any, seat: int) -> int:
    """Compose all pages of a position for a seat, which checks the limits; return the number of screens.

    Everybody has the longest possible name.
    """
    match_view = view_for(game, game.rules.view(state, seat), game.rules.legal(state, seat))
    holders = tuple(replace(each, name=LONG_NAMES[at]) for at, each in enumerate(match_view.match.seats))
    match_view = replace(match_view, match=replace(match_view.match, seats=holders))
    hand = PICTURE if game.renderer.has_hands else None
    ways = list(screens(game, match_view))
    told, note = [Line(f"**{'Told. ' * 60}**")] * 40, "n" * 200
    for path, menu in ways:
        check(
            compose_panel(game, match_view, path, menu=menu, told=told, note=note, picture=PICTURE, hand=hand)
        )
        choices = [each for group in menu.groups for each in group.choices]
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


def test_all_screens_and_posts_of_the_biggest_match_keep_to_the_limits() -> None:
    game, players = GAMES["papyrus"], range(4)
    rules, rng = game.rules, Stream("biggest", bytes(32))
    options = read_options(rules, dict(each.split("=") for each in BIG.split()), len(players))
    state = rules.setup(options, len(players), rng)
    for action in (Preset("balanced"), Ready(), Formation(), Ready()):
        if not isinstance(action, Ready):
            assert compose_everything(game, state, players[-1]) >= 1
        for seat in players:
            rules.apply(state, seat, action, rng)
    assert compose_everything(game, state, next(iter(rules.to_act(state)))) > 5


def busiest(form: Form, numbers: range) -> list[CrossfireState]:
    """Return positions of random matches: with most legal actions, most contests, and most seized piles."""
    found = [state for state in positions(numbers, form, kept=0.2) if state.phase == "turn"]

    def piles(state: CrossfireState, contested: bool) -> int:
        held = [pile for pile in state.board if pile is not None]
        return sum(pile.contested if contested else len(pile.cards) > 1 for pile in held)

    return [
        max(found, key=lambda state: len(RULES.legal(state, state.turn))),
        max(found, key=lambda state: piles(state, True)),
        max(found, key=lambda state: piles(state, False)),
    ]


@pytest.mark.parametrize("form", ["two", "four", "ultimate"])
def test_all_screens_and_posts_of_busy_tables_of_crossfire_keep_to_the_limits_crf_25(form: Form) -> None:
    for state in busiest(form, range(1, 4) if form == "two" else range(1, 2)):
        assert compose_everything(GAMES["crossfire"], state, state.turn) > 5


async def test_every_command_shows_a_busy_table_of_ultimate_crf_25(club: Club) -> None:
    info = await club.started(club.ben, club.cleo, club.dan, game="crossfire", options="ultimate=true")
    state = busiest("ultimate", range(1, 2))[0]
    await club.set_up(state)
    on_turn = club.members(info)[state.turn]
    assert "your hand" in said(await on_turn.slash(club.channel, "hand"))
    for typed in ("match board", "match status"):
        said(await on_turn.slash(club.channel, typed))


def with_long_names() -> Pool:
    """Return the test cards with the longest possible names, all of them markdown."""

    def called(card: Any) -> Any:
        return replace(card, name=f"{card.name} {'*_`[]|~' * 6}"[:LONGEST_CARD])

    decks = {key: replace(deck, title="*" * LONGEST_CARD) for key, deck in TEST_SET.decks.items()}
    characters, supports = [tuple(map(called, kind)) for kind in (TEST_SET.characters, TEST_SET.supports)]
    return Pool((replace(TEST_SET, characters=characters, supports=supports, decks=decks),))


def fullest(rules: ArclashRules) -> list[ArclashState]:
    """Return positions for six: with most actions, most cards on the table, and each kind of question.

    A position that is the fullest in several ways is returned once.
    """
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
    chosen = [*[max(found, key=each) for each in most], *kinds.values(), *phases.values()]
    return list({id(state): state for state in chosen}.values())


@pytest.mark.parametrize("long", [False, True], ids=["shipped", "long names"])
def test_all_screens_and_posts_of_arclash_with_six_seats_keep_to_the_limits_arc_04(long: bool) -> None:
    game = GAMES["arclash"]
    house = game.rules
    pool = with_long_names() if long else house.library.standard  # type: ignore[attr-defined]
    house.learn_cards(pool.encoded)
    states = fullest(ArclashRules(Library(pool)))
    assert len(states) > 12
    for state in states:
        for seat in sorted({0, *list(house.to_act(state))[:2]}):
            assert compose_everything(game, state, seat) >= 1

"""Payloads to a viewer reveal no secret: they are the same in both of two worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

import msgspec
import pytest

from bot.engine.contract import Viewer
from bot.engine.fair import Stream
from bot.engine.wording import Focus, Menu
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.crossfire.rules.options import Form
from bot.games.game import Game
from bot.games.papyrus.rules.facts import Deployed, SquadsRevealed
from bot.games.registry import GAMES
from bot.matches.model import MatchInfo, MatchView, SeatHolder, Stage
from cogs.kit.layout import OutgoingMessage, components_of
from cogs.kit.sentences import Line
from cogs.matches.game_commands import action_kinds, legal_words
from cogs.play.hand_and_zoom import SORTS, compose_hand, compose_part
from cogs.play.screens import compose_panel, compose_position, menu_of
from cogs.publishing.match_posts import compose_board, compose_status
from renderers.contract import Picture, Sort
from tests.games.arclash import chance as arclash_chance
from tests.games.arclash.test_two_worlds import looking_or_asked, parting_for
from tests.games.crossfire.chance import positions
from tests.games.crossfire.test_two_worlds import PARTING, reveals_to
from tests.games.neocombat.chance import positions as neo_positions
from tests.games.neocombat.test_two_worlds import parting_for as neo_parting_for
from tests.games.papyrus.chance import secret_positions
from tests.two_worlds import TwoWorlds

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
Observe: TypeAlias = Callable[[Any, Sequence[Any]], bytes]


def view_for(game: Game, view: Any, legal: Sequence[Any]) -> MatchView:
    """Return the match view of this view's viewer; all other data of the match is constant."""
    info = MatchInfo(
        id="abcdefghijkl",
        game=game.key,
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
    return MatchView(match=info, seat=view.viewer, view=view, legal=legal, awaited=awaited, recent=())


def sent(page: OutgoingMessage) -> bytes:
    """Return all that is sent with a page."""
    files = [(file.filename, file.data, file.alt) for file in page.attachments]
    return msgspec.json.encode([components_of(page.view), page.pings]) + repr(files).encode()


def board(game: Game, view: Any, legal: Sequence[Any]) -> bytes:
    """Return the public posts: board, status, position in words, and the parts of a large table."""
    match_view = view_for(game, view, legal)
    names = match_view.match.names
    picture = game.renderer.board(view, names=names, recent=())
    pages = [
        compose_board(game, match_view, [Line("Told.")], picture),
        compose_status(game, match_view.match, match_view),
    ]
    pages.append(compose_position(game, match_view))
    for part in list(game.renderer.parts(view))[:1]:
        drawn = game.renderer.board(view, names=names, recent=(), part=part)
        pages.append(compose_part(game, match_view, part, drawn))
    return b"".join(sent(page) for page in pages)


def panel(game: Game, view: Any, legal: Sequence[Any]) -> bytes:
    """Return the first screen and those one choice further, each with its private pictures."""
    return b"".join(sent(page) for page in screens(game, view_for(game, view, legal)))


def screens(game: Game, match_view: MatchView) -> Iterator[OutgoingMessage]:
    first = menu_of(game, match_view, ())
    hand = hand_of(game, match_view)
    for path in ((), *((key,) for key in _ways(first))):
        menu = menu_of(game, match_view, path)
        focus = menu.focus if menu else None
        picture = drawn(game, match_view, focus) if focus else None
        yield compose_panel(game, match_view, path, menu=menu, picture=picture, hand=hand)


def drawn(game: Game, match_view: MatchView, focus: Focus | None = None) -> Picture:
    return game.renderer.board(match_view.view, names=match_view.match.names, recent=(), focus=focus)


def hand_of(game: Game, match_view: MatchView, sort: Sort = "suit") -> Picture | None:
    if match_view.seat is None or not game.renderer.has_hands:
        return None
    return game.renderer.hand(match_view.view, names=match_view.match.names, sort=sort)


def _ways(menu: Menu | None) -> list[str]:
    groups = menu.groups if menu else ()
    return [each.key for group in groups for each in group.choices if not each.actions][:2]


def direct_message(game: Game, view: Any, legal: Sequence[Any]) -> bytes:
    """Return the DM to a player: both pictures, the status, and the controls if it is the player's turn."""
    match_view = view_for(game, view, legal)
    if match_view.seat is None:
        return b""
    menu, note = menu_of(game, match_view, ()), "It is your turn."
    picture, hand = drawn(game, match_view, menu.focus if menu else None), hand_of(game, match_view)
    page = compose_panel(
        game, match_view, menu=menu, told=[Line("Told.")], note=note, picture=picture, hand=hand
    )
    return sent(page)


def hand_sheet(game: Game, view: Any, legal: Sequence[Any]) -> bytes:
    """Return the answer of `/hand`, sorted in each way."""
    match_view = view_for(game, view, legal)
    pictures = [(sort, hand_of(game, match_view, sort)) for sort in SORTS]
    return b"".join(
        sent(compose_hand(game, match_view, sort, picture)) for sort, picture in pictures if picture
    )


def offers(game: Game, view: Any, legal: Sequence[Any]) -> bytes:
    """Return the autocomplete choices for each word of each command."""
    match_view = view_for(game, view, legal)
    found = [
        legal_words(game, match_view, kind, field.name, {}, typed)
        for kind in action_kinds(game)
        for field in msgspec.structs.fields(kind)
        for typed in ("", "s")
    ]
    return msgspec.json.encode(found)


def observables(key: str) -> dict[str, Observe]:
    """Return all payloads of a match of this game, by name."""
    kinds = {
        "the board": board,
        "the panel": panel,
        "the DM": direct_message,
        "the hand": hand_sheet,
        "the offers": offers,
    }
    return {name: partial(observe, GAMES[key]) for name, observe in kinds.items()}


def arclash_rules() -> ArclashRules:
    rules = GAMES["arclash"].rules
    assert isinstance(rules, ArclashRules)
    return rules


def lawful(key: str, viewer: Viewer, state: Any) -> dict[str, Any]:
    """Return the hidden data that a viewer may see in a game, after which the comparison ends."""
    if key == "papyrus":
        return {"reveals": (SquadsRevealed, Deployed)}
    if key == "crossfire":
        return {"reveals": reveals_to(viewer), "parting": PARTING}
    if key == "arclash":
        return {"parting": parting_for(viewer), "glimpse": looking_or_asked}
    return {"parting": neo_parting_for(viewer, state.options.team)}


def check(key: str, states: Sequence[Any]) -> None:
    """Check the payloads to every viewer of these positions, and after one more action."""
    rules, watched = GAMES[key].rules, observables(key)
    for turn, state in enumerate(states):
        for viewer in (None, *range(state.seats)):
            shown = lawful(key, viewer, state)
            worlds = TwoWorlds(rules, lambda _view: (), observables=watched, steps=1, **shown)
            worlds.check(state, viewer, seed=turn)


@pytest.mark.parametrize("number", range(2))
def test_payloads_of_papyrus_reveal_no_secret_pap_02_pap_03(number: int) -> None:
    check("papyrus", list(secret_positions(range(900 + number, 901 + number), kept=0.02)))


@pytest.mark.parametrize(
    ("form", "numbers", "kept", "count"),
    [
        ("two", range(901, 911), 0.05, 3),
        ("four", range(911, 914), 0.03, 2),
        ("ultimate", range(921, 923), 0.02, 1),
    ],
)
def test_payloads_of_crossfire_reveal_no_secret_crf_26(
    form: Form, numbers: range, kept: float, count: int
) -> None:
    states = list(islice(positions(numbers, form, kept), count))
    assert len(states) == count
    check("crossfire", states)


@pytest.mark.parametrize(("seats", "count"), [(2, 2), (3, 1), (6, 1)])
def test_payloads_of_arclash_reveal_no_secret_arc_15(seats: int, count: int) -> None:
    found = list(arclash_chance.positions(range(seats - 2, seats + 3, 5), 0.3, arclash_rules()))
    states = [found[len(found) * (2 * at + 1) // (2 * count)] for at in range(count)]
    assert {state.seats for state in states} == {seats}
    check("arclash", states)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(10))
def test_payloads_of_longer_matches_of_arclash_reveal_no_secret_arc_15(number: int) -> None:
    check("arclash", list(arclash_chance.positions(range(number, number + 1), 0.1, arclash_rules())))


@pytest.mark.parametrize("phase", ["decks", "openers", "advance", "renew"])
def test_payloads_during_secret_choices_of_arclash_reveal_no_secret_arc_15(phase: str) -> None:
    """Positions in which some seats have chosen and others have not, in each phase of secret choices."""
    found = arclash_chance.positions(range(5, 40, 5), 1, arclash_rules())
    chosen = (each for each in found if each.phase == phase and any(side.ready for side in each.sides))
    states = list(islice(chosen, 2))
    assert len(states) == 2
    check("arclash", states)


@pytest.mark.parametrize("phase", ["draft", "specials", "movement", "combat", "repair", "window"])
def test_payloads_of_neo_combat_reveal_no_secret_neo_10_neo_18(phase: str) -> None:
    found = neo_positions(range(0, 30, 5), 0.5 if phase == "draft" else 0.1)  # of two seats
    states = [each for each in found if phase in (each.phase, "window" if each.fight else "")]
    check("neo-combat", states[-1:])
    assert states


def test_a_payload_from_the_wrong_view_is_detected() -> None:
    rules, caught = GAMES["papyrus"].rules, 0
    for turn, state in enumerate(secret_positions(range(950, 952), kept=0.1)):
        twin = rules.resample(rules.view(state, 0), Stream("twin", bytes([turn % 256]) * 32))
        shown = [
            panel(GAMES["papyrus"], rules.view(world, 1), rules.legal(world, 1)) for world in (state, twin)
        ]
        caught += shown[0] != shown[1]
    assert caught


@pytest.mark.parametrize("name", ["the panel", "the DM", "the hand", "the offers"])
def test_a_payload_for_a_partner_or_an_enemy_is_detected_crf_26(name: str) -> None:
    rules, observe = GAMES["crossfire"].rules, observables("crossfire")[name]
    state = next(each for each in positions(range(931, 940), "four", kept=0.2) if each.phase == "turn")
    for other in range(1, 4):
        mine, seat = (state.turn + other) % 4, state.turn
        twin = rules.resample(rules.view(state, mine), Stream("twin", bytes(32)))
        shown = [observe(rules.view(world, seat), rules.legal(world, seat)) for world in (state, twin)]
        assert shown[0] != shown[1]

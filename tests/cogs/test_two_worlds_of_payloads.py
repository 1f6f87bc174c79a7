"""What is sent to a viewer tells nothing that the viewer may not know: the same in both of two worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

import msgspec
import pytest

from bot.engine.fair import Stream
from bot.engine.wording import Focus, Menu
from bot.games.arclash.rules.rules import ArclashRules
from bot.games.crossfire.rules.options import Form
from bot.games.papyrus.rules.facts import Deployed, SquadsRevealed
from bot.matches.model import MatchInfo, MatchView, SeatHolder, Stage
from bot.registry import GAMES, Game
from cogs.kit.layout import OutgoingMessage, components_of
from cogs.kit.telling import Line
from cogs.matches.game_commands import action_kinds, legal_words
from cogs.play.hand_and_zoom import SORTS, compose_hand, compose_part
from cogs.play.panel_screens import compose_panel, compose_position
from cogs.play.screens import menu_of
from cogs.publishing.match_posts import compose_board, compose_status
from renderers.contract import Picture, Sort
from tests.cogs.club import Club
from tests.cogs.players import words_of
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
    """Return the look of this view's viewer at a match that is otherwise always the same."""
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
    """Return all that leaves the house with a page."""
    files = [(file.filename, file.data, file.alt) for file in page.attachments]
    return msgspec.json.encode([components_of(page.view), page.pings]) + repr(files).encode()


def board(game: Game, view: Any, legal: Sequence[Any]) -> bytes:
    """Return what is posted for all: board, status, position in words, and the parts of a large table."""
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
    """Return the DM to a player: both pictures, how it stands, and the controls where it is the turn."""
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
    """Return what `/hand` answers, sorted in each way."""
    match_view = view_for(game, view, legal)
    pictures = [(sort, hand_of(game, match_view, sort)) for sort in SORTS]
    return b"".join(
        sent(compose_hand(game, match_view, sort, picture)) for sort, picture in pictures if picture
    )


def offers(game: Game, view: Any, legal: Sequence[Any]) -> bytes:
    """Return what autocomplete offers for each word of each command."""
    match_view = view_for(game, view, legal)
    found = [
        legal_words(game, match_view, kind, field.name, {}, typed)
        for kind in action_kinds(game)
        for field in msgspec.structs.fields(kind)
        for typed in ("", "s")
    ]
    return msgspec.json.encode(found)


def observables(key: str) -> dict[str, Observe]:
    """Return all that is sent in a match of this game, by name."""
    kinds = {
        "the board": board,
        "the panel": panel,
        "the DM": direct_message,
        "the hand": hand_sheet,
        "the offers": offers,
    }
    return {name: partial(observe, GAMES[key]) for name, observe in kinds.items()}


@pytest.mark.parametrize("number", range(2))
def test_what_discord_is_sent_tells_no_secret_pap_02_pap_03(number: int) -> None:
    rules, watched = GAMES["papyrus"].rules, observables("papyrus")
    worlds = TwoWorlds(rules, lambda _view: (), (SquadsRevealed, Deployed), watched, steps=1)
    for turn, state in enumerate(secret_positions(range(900 + number, 901 + number), kept=0.02)):
        for viewer in (None, *range(state.seats)):
            worlds.check(state, viewer, seed=turn)


@pytest.mark.parametrize(
    ("form", "numbers", "kept", "count"),
    [
        ("two", range(901, 911), 0.05, 6),
        ("four", range(911, 914), 0.03, 3),
        ("ultimate", range(921, 923), 0.02, 1),
    ],
)
def test_what_discord_is_sent_of_crossfire_tells_no_secret_crf_26(
    form: Form, numbers: range, kept: float, count: int
) -> None:
    rules, watched, checked = GAMES["crossfire"].rules, observables("crossfire"), 0
    for turn, state in enumerate(islice(positions(numbers, form, kept), count)):
        for viewer in (None, *range(state.seats)):
            worlds = TwoWorlds(rules, lambda _view: (), reveals_to(viewer), watched, steps=1, parting=PARTING)
            worlds.check(state, viewer, seed=turn)
        checked += 1
    assert checked == count


def arclash_rules() -> ArclashRules:
    rules = GAMES["arclash"].rules
    assert isinstance(rules, ArclashRules)
    return rules


def check_arclash(states: Sequence[Any]) -> None:
    """Check what every viewer of these positions is sent, and what after one more action."""
    rules, watched = GAMES["arclash"].rules, observables("arclash")
    for turn, state in enumerate(states):
        for viewer in (None, *range(state.seats)):
            parting = parting_for(viewer)
            worlds = TwoWorlds(
                rules, lambda _view: (), (), watched, steps=1, parting=parting, glimpse=looking_or_asked
            )
            worlds.check(state, viewer, seed=turn)


@pytest.mark.parametrize(("seats", "count"), [(2, 3), (3, 2), (4, 1), (6, 1)])
def test_what_discord_is_sent_of_arclash_tells_no_secret_arc_15(seats: int, count: int) -> None:
    found = list(arclash_chance.positions(range(seats - 2, seats + 3, 5), 0.3, arclash_rules()))
    states = [found[len(found) * (2 * at + 1) // (2 * count)] for at in range(count)]
    assert {state.seats for state in states} == {seats}
    check_arclash(states)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(10))
def test_what_discord_is_sent_of_arclash_tells_no_secret_at_length_arc_15(number: int) -> None:
    check_arclash(list(arclash_chance.positions(range(number, number + 1), 0.1, arclash_rules())))


@pytest.mark.parametrize("phase", ["decks", "openers", "advance", "renew"])
def test_what_discord_is_sent_of_secret_choices_of_arclash_tells_none_arc_15(phase: str) -> None:
    """Positions in which somebody has chosen and somebody has not, in each phase of secret choices."""
    found = arclash_chance.positions(range(5, 40, 5), 1, arclash_rules())
    chosen = (each for each in found if each.phase == phase and any(side.ready for side in each.sides))
    states = list(islice(chosen, 2))
    assert len(states) == 2
    check_arclash(states)


def check_neo_combat(states: Sequence[Any]) -> None:
    rules, watched = GAMES["neo-combat"].rules, observables("neo-combat")
    for turn, state in enumerate(states):
        for viewer in (None, *range(state.seats)):
            parting = neo_parting_for(viewer, state.options.team)
            worlds = TwoWorlds(rules, lambda _view: (), (), watched, steps=1, parting=parting)
            worlds.check(state, viewer, seed=turn)


@pytest.mark.parametrize("phase", ["draft", "specials", "movement", "combat", "repair"])
def test_what_discord_is_sent_of_neo_combat_tells_no_secret_neo_18(phase: str) -> None:
    found = neo_positions(range(0, 30, 5), 0.5 if phase == "draft" else 0.1)  # of two seats
    check_neo_combat([state for state in found if state.phase == phase][-2:])


def test_what_discord_is_sent_of_an_open_window_of_neo_combat_tells_no_secret_neo_10() -> None:
    found = [state for state in neo_positions(range(0, 20, 5), 0.2) if state.fight is not None]
    check_neo_combat(found[:2])


@pytest.mark.parametrize("name", ["the panel", "the DM", "the hand", "the offers"])
def test_a_payload_of_another_seat_of_arclash_would_be_caught_arc_15(name: str) -> None:
    rules, observe = arclash_rules(), observables("arclash")[name]
    found = arclash_chance.positions(range(40), 0.3, rules)
    state = next(
        each for each in found if each.phase == "advance" and 0 in rules.to_act(each) and each.turn > 1
    )
    twin = rules.resample(rules.view(state, 1), Stream("twin", bytes(32)))
    shown = [observe(rules.view(world, 0), rules.legal(world, 0)) for world in (state, twin)]
    assert shown[0] != shown[1]


def test_a_payload_made_from_the_wrong_seats_view_would_be_caught() -> None:
    rules, caught = GAMES["papyrus"].rules, 0
    for turn, state in enumerate(secret_positions(range(950, 952), kept=0.1)):
        twin = rules.resample(rules.view(state, 0), Stream("twin", bytes([turn % 256]) * 32))
        shown = [
            panel(GAMES["papyrus"], rules.view(world, 1), rules.legal(world, 1)) for world in (state, twin)
        ]
        caught += shown[0] != shown[1]
    assert caught


@pytest.mark.parametrize("name", ["the panel", "the DM", "the hand", "the offers"])
def test_a_payload_of_a_partner_or_an_enemy_would_be_caught_crf_26(name: str) -> None:
    rules, observe = GAMES["crossfire"].rules, observables("crossfire")[name]
    state = next(each for each in positions(range(931, 940), "four", kept=0.2) if each.phase == "turn")
    for other in range(1, 4):
        mine, seat = (state.turn + other) % 4, state.turn
        twin = rules.resample(rules.view(state, mine), Stream("twin", bytes(32)))
        shown = [observe(rules.view(world, seat), rules.legal(world, seat)) for world in (state, twin)]
        assert shown[0] != shown[1]


async def test_a_secret_choice_causes_no_post_and_no_message_to_anybody_else(club: Club) -> None:
    await club.started(club.ben)
    before = [words_of(post) for post in club.channel.history()]
    sent_before = len(club.env.http_requests)
    await club.ann.slash(club.channel, "papyrus recruit", kind="sniper")
    own = f"/channels/{club.ann.user.dm_channel.id}/"
    paths = [request.path for request in club.env.http_requests[sent_before:]]
    to_messages = [path for path in paths if "/messages" in path and path.startswith("/channels/")]
    assert to_messages, "her own DM follows what she chose"
    assert all(path.startswith(own) for path in to_messages)
    assert [words_of(post) for post in club.channel.history()] == before
    others = [words_of(post) for post in club.ben.user.dm_channel.history()]
    assert not any("Sniper" in text for text in others if "Pick your squad" not in text)

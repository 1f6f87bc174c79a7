"""Few taps to a match: a busy channel, the help, options in the lobby, wishes."""

from __future__ import annotations

from itertools import groupby
from statistics import median
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from bot.engine.fair import Stream
from bot.games.computers import normal_player
from bot.games.overcross.cards.objectives import Objective
from bot.games.registry import GAMES
from bot.games.simulation import Series
from bot.matches.model import Stage
from bot.matches.options import differing, offered_options, setup_of
from cogs.matches.opening import OpeningTerms
from cogs.matches.quick_start import wanted_of, words_of
from tests.cogs.club import Club
from tests.cogs.players import click, labels_of, said
from tests.cogs.players import words_of as told_by


async def test_a_busy_channel_offers_a_thread_with_the_requested_match(club: Club) -> None:
    await club.lobby(seats=2)
    asked = await club.ben.slash(
        club.channel, "match new", game="papyrus", seats=2, options="squad=3 map=sticky-note", rated=False
    )
    assert said(asked).startswith("This channel has a match already.")
    assert labels_of(asked.response) == ["Open it in a thread", "Ask who is interested"]
    opened = await click(club.ben, asked.response, "Open it in a thread")
    assert "the lobby is open in" in said(opened)
    (thread,) = club.channel.threads
    lobby = told_by(thread.history()[-1])
    assert "1 of 2 seats taken" in lobby
    assert "Options squad: 3 · map: sticky-note" in lobby.replace("**", "")
    assert "width" not in lobby
    assert labels_of(asked.response) == []
    again = await club.ben.slash(club.channel, "match new", game="papyrus", seats=2)
    await click(club.ben, again.response, "Open it in a thread")
    assert [thread.name for thread in club.channel.threads] == ["Papyrus: Ben", "Papyrus: Ben 2"]
    again = await club.ben.slash(club.channel, "match new", game="papyrus", seats=2)
    call = await click(club.ben, again.response, "Ask who is interested")
    assert "Your wish is stored until" in said(call)


def test_the_requested_match_is_read_from_the_button() -> None:
    wishes = OpeningTerms(seats=4, word="a.b: ü&=", clock="3 days + 12 hours a turn", rated=False)
    options = {"squad": "3", "grid": "..#/.#."}
    words = words_of(options, wishes)
    assert not set(words) & {".", ":"}
    assert wanted_of(words) == (options, wishes)


async def test_the_help_begins_a_match_against_a_named_computer(club: Club) -> None:
    shown = (await club.ann.slash(club.channel, "help")).response
    assert labels_of(shown)[:2] == ["Learn a game", "Play alone now"]
    assert "Find players" in labels_of(shown)
    await click(club.ann, shown, "Play alone now")
    assert labels_of(shown) == [*(game.title for game in GAMES.values() if game.computers), "Back"]
    begun = said(await click(club.ann, shown, "Papyrus"))
    assert "Papyrus against Recruit has begun in" in begun
    assert "(easy, strength" in begun
    assert labels_of(shown) == []
    info = await club.here()
    assert (info.stage, info.wanted, info.match_terms.rated) == (Stage.PLAYING, 2, False)
    quick = offered_options(GAMES["papyrus"].rules, GAMES["papyrus"].setups["quick"].options, 2)
    assert info.options == quick
    shown = (await club.ann.slash(club.channel, "play")).response
    await club.ann.select(shown, ["normal-long"])
    begun = said(await click(club.ann, shown, "Papyrus"))
    assert "Papyrus against Skirmisher has begun in" in begun
    info = await club.service.in_channel(club.channel.threads[0].id)
    assert info.options == offered_options(GAMES["papyrus"].rules, GAMES["papyrus"].setups["long"].options, 2)


FORMS: dict[str, list[dict[str, Any]]] = {
    "crossfire": [{}, {"ultimate": True}],
    "overcross": [{"objective": each} for each in get_args(Objective)],
}
"""The forms of each game, as options that are named besides a set-up."""
SIZES = [(key, seats) for key, game in GAMES.items() for seats in game.rules.seats]
WITH_SET_UPS = [size for size in SIZES if GAMES[size[0]].setups]


@pytest.mark.parametrize(("key", "seats"), SIZES)
def test_each_set_up_opens_with_each_number_of_seats_in_each_form(key: str, seats: int) -> None:
    rules = GAMES[key].rules
    for setup in GAMES[key].setups.values():
        for form in FORMS.get(key, [{}]):
            if form.get("ultimate") and seats == 2:
                continue
            options = offered_options(rules, {**setup.of(seats).options, **form}, seats)
            assert all(getattr(options, name) == value for name, value in form.items())
            begun = rules.setup(options, seats, Stream("each set-up", bytes(32), [""] * seats))
            assert rules.to_act(begun)


@pytest.mark.parametrize(("key", "seats"), WITH_SET_UPS)
def test_each_set_up_is_defined_for_all_seats_recognized_and_longer_than_the_last(
    key: str, seats: int
) -> None:
    """Where the usual game is the rulebook's (Crossfire in teams), it is called the usual one."""
    rules, setups = GAMES[key].rules, GAMES[key].setups
    for setup in setups.values():
        assert seats == 2 or seats in setup.seats
        options = offered_options(rules, setup.of(seats).options, seats)
        named = setup_of(rules, setups, options, seats)
        assert offered_options(rules, setups[named].of(seats).options, seats) == options
    quick, usual, long = [setups[name] for name in ("quick", "usual", "long")]
    assert quick.of(seats).hand_offs < usual.of(seats).hand_offs < long.of(seats).hand_offs
    assert setup_of(rules, setups, offered_options(rules, quick.of(seats).options, seats), seats) == "quick"
    assert setup_of(rules, setups, offered_options(rules, long.of(seats).options, seats), seats) == "long"
    assert quick.hand_offs < 25
    assert usual.of(seats).options == {}


BOOK: dict[str, dict[str, Any]] = {
    "papyrus": {"map": "open", "width": 16, "height": 12, "squad": 10, "kinds": "advanced", "rounds": 0,
                "hill": False, "most": 0, "start": "all", "ties": "shared", "critical": False},
    "crossfire": {"layout": "two", "jokers": 2, "end": "tie"},
    "overcross": {"objective": "assassination", "victims": "leader", "opening": "plain", "zones": "edges",
                  "width": 11, "height": 11},
}  # fmt: skip
"""The rulebook's own game for two (PAP-30, CRF-33; OVC-12, OVC-14, OVC-42)."""


@pytest.mark.parametrize("key", BOOK)
def test_by_the_book_is_the_game_of_the_rulebook_pap_30_crf_33(key: str) -> None:
    rules, setups = GAMES[key].rules, GAMES[key].setups
    options = offered_options(rules, setups["book"].options, 2)
    assert {name: getattr(options, name) for name in BOOK[key]} == BOOK[key]
    if key == "papyrus":
        extended = offered_options(rules, setups["extended"].options, 2)
        assert extended == replace(options, critical=True)


@pytest.mark.soak
@pytest.mark.parametrize(("key", "seats"), WITH_SET_UPS)
def test_computers_play_longer_with_each_longer_set_up(key: str, seats: int) -> None:
    """At the median of thirty matches between the normal players: of five it is chance."""
    game, played = GAMES[key], []
    player = normal_player(key)
    for name in ("quick", "usual", "long"):
        options = offered_options(game.rules, game.setups[name].of(seats).options, seats)
        series = Series(
            rules=game.rules, options=options, seats=seats, players=(player,) * seats, games=30, seed="pace"
        )
        matches = [series.play(number) for number in range(series.games)]
        assert all(each.outcome is not None for each in matches), name
        played.append(median([len(list(groupby(seat for seat, _ in each.actions))) for each in matches]))
    assert played[0] < played[1] < played[2]


def test_the_smallest_set_of_options_that_determines_all() -> None:
    for game in GAMES.values():
        rules = game.rules
        for seats in rules.seats:
            assert differing(rules, offered_options(rules, {}, seats), seats) == {}
    papyrus = GAMES["papyrus"].rules
    chosen = {"squad": 4, "map": "mountain-crease"}
    assert differing(papyrus, offered_options(papyrus, chosen, 2), 2) == chosen


async def test_what_is_offered_next_is_there_and_lessons_with_commas_are_told_apart(club: Club) -> None:
    begun = said(await club.ann.slash(club.channel, "play", game="papyrus"))
    assert "Stronger or longer" in begun
    alone = said(await club.ben.slash(club.other, "play", game="free-table"))
    assert "Fortuna" in alone
    assert "Stronger or longer" not in alone
    refused = said(await club.cleo.slash(club.channel, "learn", game="papyrus", lesson=9))
    assert refused.endswith("1. Move, fire, hold the hill; 2. Splash, healing and cover.")
    wrong = said(await club.cleo.slash(club.channel, "match new", game="arclash", options="long"))
    assert '"long" is not an option: write its name, =, and its value.' in wrong

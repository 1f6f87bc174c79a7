"""`/leaderboard` and the rating line under a result, as people see them."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.components import walk_components

from bot.matches.model import MatchTerms, Person
from bot.parts.ratings.model import OVERALL, Scope
from bot.parts.ratings.service import RatingService
from tests.cogs.club import Club
from tests.cogs.league import beaten, many_beaten, person, resigned, shown
from tests.cogs.players import click, labels_of, pictures_of, said, words_of
from tests.cogs.quickly import open_quickly

ELSEWHERE = 8


def alt(message: Any) -> str:
    (picture,) = pictures_of(message)
    return str(picture["description"])


async def test_a_result_shows_the_rating_changes_and_the_leaderboard_too(club: Club) -> None:
    """A picture with text, and the reader's own place."""
    await beaten(club, club.ann, club.ben)
    result = words_of(club.channel.history()[-1])
    assert "Ratings Ann 1138? (+138) · Ben 927? (−73)" in result.replace("**", "")
    message = await shown(club, club.ben, "leaderboard", game="papyrus")
    assert "Leaderboard: Papyrus in The Club, all time" in words_of(message)
    assert "Your place: **2** of 2 with **927?** after 1 match, provisional until 10 matches" in words_of(
        message
    )
    assert alt(message) == (
        "Leaderboard of Papyrus in The Club, all time: 1 Ann 1138, 2 Ben 927. You: 2, 927."
    )
    stranger = await shown(club, club.eve, "leaderboard", game="Papyrus")
    assert "2 players. You have not finished a rated match here yet." in words_of(stranger)


async def test_an_unrated_match_is_marked_and_one_with_a_computer_has_no_rating_line(club: Club) -> None:
    info = await open_quickly(
        club, person(club.ann), person(club.ben), options={}, terms=MatchTerms(rated=False)
    )
    await resigned(club, club.ben)
    assert "This match does not count for the ratings." in words_of(club.channel.history()[-1])
    assert await club.bot.services.of(RatingService).store.changes(info.id) == {}

    await club.ann.slash(club.channel, "match new", game="papyrus", seats=2, options="squad=2")
    await club.ann.slash(club.channel, "match add-computer")
    await club.ann.slash(club.channel, "match start")
    await resigned(club, club.ann)
    assert "ating" not in words_of(club.channel.history()[-1])
    assert "Nobody has finished a rated match" in words_of(await shown(club, club.ann, "leaderboard"))


async def test_pages_are_turned_by_buttons_also_after_a_restart(club: Club) -> None:
    people, ann = [Person(10_000 + n, f"P{n:02}") for n in range(22)], person(club.ann)
    pairs = zip(people[::2], people[1::2], strict=True)
    await many_beaten(club, *pairs, (people[0], ann), (people[1], ann))
    first = await shown(club, club.ann, "leaderboard")
    assert "page 1 of 3" in words_of(first)
    assert "You: 23," in alt(first), "one's own place is shown on every page"
    assert labels_of(first) == ["Next", "My place", "This season", "Everywhere"]
    await club.restart()
    await click(club.ann, first, "Next")
    assert "page 2 of 3" in words_of(first)
    await click(club.ann, first, "My place")
    assert "page 3 of 3" in words_of(first)
    assert "23 Ann" in alt(first)
    assert "Next" not in labels_of(first)
    await click(club.ann, first, "Previous")
    assert "page 2 of 3" in words_of(first)


async def test_other_games_seasons_and_servers_are_one_press_away(club: Club) -> None:
    await many_beaten(club, (person(club.ann), person(club.ben)))
    await many_beaten(club, (person(club.cleo), person(club.ann)), guild=ELSEWHERE)
    message = await shown(club, club.ann, "leaderboard")
    assert "All games in The Club, all time" in words_of(message)
    await click(club.ann, message, "Everywhere")
    assert "All games everywhere, all time" in words_of(message)
    assert "Cleo" in alt(message)
    await click(club.ann, message, "This server")
    assert "Cleo" not in alt(message)
    await click(club.ann, message, "This season")
    assert "All games in The Club, season 1" in words_of(message)
    await club.ann.select(message, ["crossfire"])
    assert "Crossfire in The Club, season 1" in words_of(message)
    assert pictures_of(message) == [], "nobody has played it yet"
    await click(club.ann, message, "All time")
    await club.ann.select(message, ["papyrus"])
    assert "Papyrus in The Club, all time" in words_of(message)


async def test_seasons_and_games_are_selected_by_word(club: Club) -> None:
    await many_beaten(club, (person(club.ann), person(club.ben)))
    await club.bot.services.of(RatingService).close_season(club.guild.id, 1)
    offers = await club.ann.autocomplete(club.channel, "leaderboard", "season", "")
    assert [offer["value"] for offer in offers] == ["current", "all time", "2", "1"]
    assert "season 2\nNobody" in words_of(await shown(club, club.ann, "leaderboard", season="current"))
    assert "season 1" in words_of(await shown(club, club.ann, "leaderboard", season="1"))
    refused = await club.ann.slash(club.channel, "leaderboard", season="3")
    assert "This server has seasons 1 to 2 so far" in said(refused)
    refused = await club.ann.slash(club.channel, "leaderboard", season="1", where="everywhere")
    assert "Seasons are each server's own" in said(refused)
    offers = await club.ann.autocomplete(club.channel, "leaderboard", "game", "")
    assert [offer["value"] for offer in offers] == [
        "all",
        *[key for key, game in club.bot.games.items() if game.rules.rated],
    ]
    refused = await club.ann.slash(club.channel, "leaderboard", game="**chess**")
    assert said(refused).startswith('There is no game "**chess**". The games are: papyrus')


async def test_names_are_shown_as_written_and_those_without_glyphs_in_text(club: Club) -> None:
    odd, far = Person(7001, "*_@everyone"), Person(7002, "日本")
    await many_beaten(club, (far, odd))
    message = await shown(club, club.ann, "leaderboard")
    raw = str(message.components)
    assert "1\\\\. 日本" in raw
    assert "2 *_@everyone 9" in alt(message), "an alt text knows no markup and no mentions"
    assert '"@everyone' not in raw


OTHER_CONTROLS = [
    ("", "Leaderboard: All games in The Club, all time"),
    ("here", "Leaderboard: All games in The Club, all time"),
    ("here.0.-4.all", "Leaderboard: All games in The Club, all time"),
    ("here.0.99999999999999999999.all", "Leaderboard: All games in The Club, all time"),
    ("here.999999999999.0.all", "This server has season 1 so far"),
    ("all.1.0.all", "Seasons are each server's own"),
    ("here.0.0.chess", 'There is no game "chess"'),
]


async def test_controls_of_another_version_of_the_bot_are_harmless(
    club: Club, subtests: pytest.Subtests
) -> None:
    await many_beaten(club, (person(club.ann), person(club.ben)))
    for path, sentence in OTHER_CONTROLS:
        with subtests.test(path):
            message = await shown(club, club.ann, "leaderboard")
            stored = club.env.backend.get_message(message.channel_id, message.id)
            button = next(
                part for part in walk_components(stored.components) if part.get("label") == "Everywhere"
            )
            button["custom_id"] = f"tp:leaders::0:{path}"
            pressed = await club.ann.click(message, custom_id=button["custom_id"])
            assert sentence in words_of(pressed.response or message)


async def test_a_fault_in_the_ratings_delays_no_result(
    club: Club, faults_expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_self: RatingService, _match: str) -> bool:
        raise RuntimeError("a fault in the ratings")

    faults_expected.append("RuntimeError")
    with monkeypatch.context() as patch:
        patch.setattr(RatingService, "take_in", fail)
        await beaten(club, club.ann, club.ben)
    assert "HP left: " in words_of(club.channel.history()[-1])
    await club.restart()
    await club.env.settle()
    board = await club.bot.services.of(RatingService).board(Scope(OVERALL, club.guild.id), club.ann.id, 0)
    assert board.players == 2, "the bot takes in at its start what was left out"

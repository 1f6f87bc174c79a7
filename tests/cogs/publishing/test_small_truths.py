"""Small truths of panels and posts, in both languages: what a slip of the thumb ends, what an undo takes
back, where a match has gone, who is "you", and that nothing is hidden behind "1 more"."""

from __future__ import annotations

import pytest

from bot.engine.language import speaking
from bot.engine.phrases import cut
from bot.engine.refused import Reason
from bot.games.crossfire.wording.contests import more_contests, some
from bot.languages.catalogues import language
from cogs.kit.sentences import _in_short
from cogs.play.panel_screens import in_brief
from tests.cogs.club import Club
from tests.cogs.matches.test_clocks import settled_down
from tests.cogs.matches.test_move import moved as moved_to
from tests.cogs.matches.test_undo import moved, rolled
from tests.cogs.players import control, said, words_of

LANGUAGES = ("en-US", "de")


async def speaks(club: Club, locale: str) -> None:
    """Let the server and all its people speak a language."""
    for member in (club.ann, club.ben):
        club.speaks(member, locale)
    if locale == "de":
        await club.bot.servers.set_language(club.guild.id, "de")


def of(locale: str, english: str, german: str) -> str:
    """Return the words of a language."""
    return german if locale == "de" else english


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_papyrus_asks_before_a_turn_ends_with_something_useful_left(club: Club, locale: str) -> None:
    await speaks(club, locale)
    await club.started(club.ben)
    member = await settled_down(club)
    board = club.channel.history()[-1]
    opened = await member.click(board, custom_id=control(board, of(locale, "Play", "Spielen")))
    assert opened.response is not None
    await member.click(
        opened.response, custom_id=control(opened.response, of(locale, "End turn", "Zug beenden"))
    )
    asked = words_of(opened.response)
    assert (
        of(locale, "This cannot be taken back: **End turn**", "nicht zurücknehmen: **Zug beenden**") in asked
    )
    assert of(locale, "spaces left", "übrig: ") in asked
    assert (await club.match_view(None)).awaited == {(await club.match_view(member)).seat}


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_a_request_to_undo_lists_what_it_takes_back_of_whom(club: Club, locale: str) -> None:
    await speaks(club, locale)
    await club.started(club.ben)
    member = await settled_down(club)
    other = club.ben if member is club.ann else club.ann
    for each in (member, other, member, other):
        await rolled(club, each)
    shown = (await member.slash(club.channel, "match ask undo")).response
    assert shown is not None
    names = (member.name, other.name)
    told = words_of(shown)
    assert (
        of(
            locale,
            f"1 action of {names[0]} and 1 action of {names[1]}",
            f"1 Aktion von {names[0]} und 1 Aktion von {names[1]}",
        )
        in told
    )
    await member.click(shown, custom_id=control(shown, of(locale, "Ask for it", "Darum bitten")))
    listed = words_of(club.channel.history()[-1]).split(
        of(locale, "To be taken back", "Zurückgenommen würde")
    )[1]
    assert all(any(name in line for line in listed.splitlines()) for name in names)


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_nobody_is_told_of_themselves_in_the_third_person(club: Club, locale: str) -> None:
    await speaks(club, locale)
    await club.started(club.ben)
    member = await settled_down(club)
    await moved(club, member)
    taken = said(await member.slash(club.channel, "match ask undo"))
    assert of(locale, "You have taken back 1 action", "Du hast 1 Aktion zurückgenommen") in taken
    assert member.name not in taken.split("~~")[0]
    others = words_of(club.channel.history()[-1])
    assert of(locale, "has taken back 1 action", "hat 1 Aktion zurückgenommen") in others


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_a_moved_match_leaves_a_link_behind(club: Club, locale: str) -> None:
    await speaks(club, locale)
    info = await club.started(club.ben)
    old = club.channel.history()[-1]
    await moved_to(club, club.ben, info.id)
    (before,) = [each for each in club.channel.history() if each.id == old.id]
    assert of(locale, "the match goes on in", "Die Partie geht in") in words_of(before)
    assert str(club.other.id) in words_of(before)


@pytest.mark.parametrize("locale", LANGUAGES)
def test_one_more_never_hides_a_single_line(locale: str) -> None:
    with speaking(language(locale[:2])):
        for most in (1, 3, 6):
            lines = [f"Line {number}." for number in range(most + 1)]
            assert cut(lines, most) == (lines, 0)
            assert some(lines, most, more_contests) == lines
            assert len(some([*lines, "Last."], most, more_contests)) == most + 1
        told = in_brief([Reason((f"Wall {number}",), "It has no room.") for number in range(7)])
        assert "Wall 6" in told
        assert of(locale, " more", " mehr") not in told
        long = ["x" * 300, "y" * 300]
        assert of(locale, "and 1 more", "und 1 mehr") not in _in_short(long)
        assert of(locale, "and 2 more", "und 2 mehr") in _in_short([*long, "z" * 300])

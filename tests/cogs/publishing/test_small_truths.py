"""Small truths of panels and posts: what a slip of the thumb ends, what an undo takes back, who is "you", and
that nothing is hidden behind "1 more"."""

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
from tests.cogs.matches.test_undo import moved, rolled
from tests.cogs.players import control, panel_under_board, said, words_of
from tests.cogs.publishing.test_publishing import other_than

LANGUAGES = ("en-US", "de")


def of(locale: str, english: str, german: str) -> str:
    """Return the words of a language."""
    return german if locale == "de" else english


async def test_what_a_slip_of_the_thumb_would_end_is_asked_and_what_an_undo_takes_back_is_listed(
    club: Club,
) -> None:
    """The player is "you" to themselves and has a name for the others."""
    await club.started(club.ben)
    member = await settled_down(club)
    other = other_than(club, member)
    opened = await panel_under_board(club, member)
    await member.click(opened, custom_id=control(opened, "End turn"))
    assert "This cannot be undone: **End turn**" in words_of(opened)
    assert "spaces left" in words_of(opened)
    assert (await club.match_view(None)).awaited == {(await club.match_view(member)).seat}

    await moved(club, member)
    taken = said(await member.slash(club.channel, "match ask undo"))
    assert "You have taken back 1 action" in taken
    assert member.name not in taken.split("~~")[0]
    assert "has taken back 1 action" in words_of(club.channel.history()[-1])

    for each in (member, other, member, other):
        await rolled(club, each)
    shown = (await member.slash(club.channel, "match ask undo")).response
    assert shown is not None
    assert f"1 action of {member.name} and 1 action of {other.name}" in words_of(shown)
    await member.click(shown, custom_id=control(shown, "Ask for it"))
    listed = words_of(club.channel.history()[-1]).split("To be taken back")[1]
    assert all(any(name in line for line in listed.splitlines()) for name in (member.name, other.name))


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

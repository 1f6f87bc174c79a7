"""The user-installed app: rules, cards, help and a first match in places without the bot."""

from __future__ import annotations

import pytest

from bot.matches.model import Stage
from tests.cogs.club import Club
from tests.cogs.lesson_thumbs import walk
from tests.cogs.people.test_privacy import deleted, files_of
from tests.cogs.places import DM, GROUP, STRANGE_SERVER, press_in, slash_in
from tests.cogs.players import click, controls_of, labels_of, panel_in_dm, pictures_of, said, words_of


async def test_help_rules_and_cards_work_everywhere(club: Club, subtests: pytest.Subtests) -> None:
    """Card sets of a server can be changed only on servers with the bot."""
    for name, place in (("dm", DM), ("group", GROUP), ("strange server", STRANGE_SERVER)):
        with subtests.test(name):
            front = await slash_in(club, club.ann, place, "help")
            assert "Learn a game" in labels_of(front.response)
            rules = await slash_in(club, club.ann, place, "rules", game="papyrus")
            assert len(pictures_of(rules.response)) == 1
            card = await slash_in(club, club.ann, place, "cards show", card="TID-01", game="arclash")
            assert "TID-01" in said(card)
            listed = await slash_in(club, club.ann, place, "cards list", game="arclash")
            menu = next(each for each in controls_of(listed.response) if each.get("options"))
            value = menu["options"][-1]["value"]
            assert said(await press_in(club, club.ann, place, listed, menu, value))
            told = said(await slash_in(club, club.ann, place, "cards sets"))
            assert "Card sets belong to servers that I am on" in told
            if place is not DM:
                asked = said(await slash_in(club, club.ann, place, "learn", game="papyrus"))
                assert "I cannot post here, where I am not a member" in asked
                assert "/learn" in asked, "the way on"
                assert await club.service.open_matches() == []


async def test_a_first_match_is_played_in_a_dm_from_its_first_step_to_its_result(club: Club) -> None:
    """In German: the app uses the player's language."""
    club.speaks(club.ann, "de")
    asked = await slash_in(club, club.ann, DM, "learn", game="papyrus")
    assert "beginnt hier" in said(asked)
    (info,) = await club.service.open_matches()
    assert (info.guild, info.channel, info.stage) == (None, club.ann.user.dm_channel.id, Stage.PLAYING)
    shown = [post for post in club.ann.user.dm_channel.history() if pictures_of(post)]
    assert len(shown) == 1, "the board of one's turn is the only one"
    assert "🎓 1/" in words_of(panel_in_dm(club.ann.user))
    in_public, club.channel = club.channel, club.ann.user.dm_channel
    await walk(club, "follows")
    ended = await club.service.info(info.id)
    assert ended.stage is Stage.FINISHED
    last = club.ann.user.dm_channel.history()[-1]
    assert "gewinnt" in words_of(last)
    assert not any(label.startswith(("Next:", "Weiter:")) for label in labels_of(last))
    assert in_public.history() == []


async def test_there_is_one_first_match_at_a_time_and_it_survives_a_restart(club: Club) -> None:
    """A person whose data is deleted leaves no DM."""
    await slash_in(club, club.ann, DM, "learn", game="papyrus")
    again = said(await slash_in(club, club.ann, DM, "learn", game="crossfire"))
    assert again.endswith("is not over. /me next opens it; Leave the lesson ends it.")
    await club.restart()
    panel = panel_in_dm(club.ann.user)
    await click(club.ann.user, panel, "Leave the lesson")
    assert len(await club.service.open_matches()) <= 1
    await deleted(club, club.ann)
    channel = club.ann.user.dm_channel.id
    content = files_of(club)
    assert content.count(channel.to_bytes(8, "big")) + content.count(str(channel).encode()) == 0

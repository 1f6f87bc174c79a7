"""The app of a person alone: rules, cards, help and a first match where the bot is no member."""

from __future__ import annotations

import pytest

from bot.matches.model import Stage
from tests.cogs.club import Club
from tests.cogs.lesson_thumbs import walk
from tests.cogs.people.test_privacy import deleted, files_of
from tests.cogs.places import DM, GROUP, STRANGE_SERVER, Place, press_in, slash_in
from tests.cogs.players import control, controls_of, labels_of, panel_in_dm, pictures_of, said, words_of

PLACES = {"dm": DM, "group": GROUP, "strange server": STRANGE_SERVER}
CANNOT = {"en-US": "I cannot post here, where I am not a member", "de": "Hier kann ich nichts posten"}


@pytest.fixture(params=list(PLACES))
def place(request: pytest.FixtureRequest) -> Place:
    return PLACES[request.param]


@pytest.mark.parametrize(("locale", "begin"), [("en-US", "Learn a game"), ("de", "Ein Spiel lernen")])
async def test_help_rules_and_cards_are_there_wherever_one_is(
    club: Club, place: Place, locale: str, begin: str
) -> None:
    club.speaks(club.ann, locale)
    front = await slash_in(club, club.ann, place, "help")
    assert begin in labels_of(front.response)
    rules = await slash_in(club, club.ann, place, "rules", game="papyrus")
    assert len(pictures_of(rules.response)) == 1
    card = await slash_in(club, club.ann, place, "cards show", card="TID-01", game="arclash")
    assert "TID-01" in said(card)
    listed = await slash_in(club, club.ann, place, "cards list", game="arclash")
    menu = next(each for each in controls_of(listed.response) if each.get("options"))
    value = menu["options"][-1]["value"]
    assert said(await press_in(club, club.ann, place, listed, menu, value))


async def test_card_sets_of_a_server_are_changed_on_servers_with_the_bot_alone(
    club: Club, place: Place
) -> None:
    told = said(await slash_in(club, club.ann, place, "cards sets"))
    assert "Card sets belong to servers that I am on" in told


@pytest.mark.parametrize("locale", ["en-US", "de"])
@pytest.mark.parametrize("where", ["group", "strange server"])
async def test_where_the_bot_cannot_post_a_first_match_is_refused_with_the_way_on(
    club: Club, locale: str, where: str
) -> None:
    club.speaks(club.ann, locale)
    asked = await slash_in(club, club.ann, PLACES[where], "learn", game="papyrus")
    assert CANNOT[locale] in said(asked)
    assert "/learn" in said(asked)
    assert await club.service.open_matches() == []


@pytest.mark.parametrize(
    ("locale", "begins", "over"),
    [("en-US", "begins here", "wins"), ("de", "beginnt hier", "gewinnt")],
)
async def test_a_first_match_is_played_in_a_dm_from_its_first_step_to_its_result(
    club: Club, locale: str, begins: str, over: str
) -> None:
    club.speaks(club.ann, locale)
    asked = await slash_in(club, club.ann, DM, "learn", game="papyrus")
    assert begins in said(asked)
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
    assert over in words_of(last)
    assert not any(label.startswith(("Next:", "Weiter:")) for label in labels_of(last))
    assert in_public.history() == []


async def test_whose_data_is_deleted_leaves_no_dm_behind(club: Club) -> None:
    await slash_in(club, club.ann, DM, "learn", game="papyrus")
    await deleted(club, club.ann)
    channel = club.ann.user.dm_channel.id
    content = files_of(club)
    assert content.count(channel.to_bytes(8, "big")) + content.count(str(channel).encode()) == 0


async def test_one_first_match_at_a_time_goes_on_in_a_dm_over_a_restart(club: Club) -> None:
    await slash_in(club, club.ann, DM, "learn", game="papyrus")
    again = said(await slash_in(club, club.ann, DM, "learn", game="crossfire"))
    assert "You have a first match here that is not over" in again
    await club.restart()
    panel = panel_in_dm(club.ann.user)
    left = await club.ann.user.click(panel, custom_id=control(panel, "Leave the lesson"))
    assert left.response is not None
    assert len(await club.service.open_matches()) <= 1

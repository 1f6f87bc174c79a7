"""`/me`: settings by command and by menu, and the list of one's matches, for the asker's eyes alone."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.matches.clocks import ClockTerms
from bot.matches.model import MatchTerms, Person
from bot.people.preferences import PLAIN, Preferences, Quiet
from bot.people.reading import UnreadableSetting
from cogs.kit.controls import ComponentId
from cogs.people.me import setting_of
from tests.cogs.calls import on_turn
from tests.cogs.club import SMALL, Club
from tests.cogs.play.test_panel import begun
from tests.cogs.players import control, controls_of, labels_of, pictures_of, said, words_of

PLAIN_LIFE = MatchTerms()


def page(result: InteractionResult) -> ResponseMessage:
    """Return what was answered, which nobody else saw."""
    assert result.response is not None
    assert result.response.ephemeral
    return result.response


def menu(message: Any, field: str) -> str:
    """Return the custom_id of the menu of a setting."""
    wanted = ComponentId("me", path=(field,)).encode()
    assert wanted in [part["custom_id"] for part in controls_of(message)]
    return wanted


def chosen(message: Any, field: str) -> list[str]:
    """Return what a menu shows as set."""
    (part,) = [part for part in controls_of(message) if part["custom_id"] == menu(message, field)]
    return [option["value"] for option in part["options"] if option.get("default")]


async def settings(club: Club, member: MemberActor) -> Preferences:
    return await club.bot.people.preferences(member.id)


async def test_who_has_set_nothing_is_shown_how_it_is(club: Club) -> None:
    told = said(await club.ann.slash(club.channel, "me show")).replace("*", "")
    for line in (
        "Your turn by DM",
        "Reminder none",
        "Quiet hours none",
        "Digest none",
        "Away no",
        "Hand by suit",
        "Time zone UTC, where it is ",
    ):
        assert line in told
    assert await settings(club, club.ann) == PLAIN


async def test_every_setting_has_a_command_and_is_kept_over_a_restart(club: Club) -> None:
    ann, channel = club.ann, club.channel
    await ann.slash(channel, "me notices", where="channel")
    await ann.slash(channel, "me quiet", hours="22:30-7", zone="europe/berlin")
    await ann.slash(channel, "me reminders", after="2 days")
    await ann.slash(channel, "me digest", mode="instead of single notices", at="18:30")
    await ann.slash(channel, "me hand", order="rank")
    await club.restart()
    expected = Preferences("channel", 48, Quiet(1350, 420), "Europe/Berlin", "instead", 1110, (), "rank")
    assert await settings(club, ann) == expected
    told = said(await ann.slash(channel, "me show")).replace("*", "")
    for line in (
        "Your turn by a mention in the match's channel",
        "Reminder after 2 days, if you are still awaited",
        "Quiet hours 22:30 to 7:00",
        "Digest daily at 18:30, instead of single notices, next <t:",
        "Time zone Europe/Berlin",
    ):
        assert line in told
    assert await settings(club, club.ben) == PLAIN


async def test_every_setting_can_be_changed_by_menus_and_buttons_also_after_a_restart(club: Club) -> None:
    shown = page(await club.ann.slash(club.channel, "me show"))
    await club.restart()
    for field, value in (
        ("where", "channel"),
        ("reminders", "24"),
        ("quiet", "22-7"),
        ("digest", "also 8"),
        ("zone", "America/New_York"),
    ):
        await club.ann.select(shown, [value], custom_id=menu(shown, field))
        assert chosen(shown, field) == [value]
    await club.ann.click(shown, custom_id=control(shown, "Hand by rank"))
    await club.ann.click(shown, custom_id=control(shown, "Away for a week"))
    found = await settings(club, club.ann)
    assert len(found.leaves) == 1
    assert (found.where, found.reminder, found.quiet) == ("channel", 24, Quiet(1320, 420))
    assert (found.zone, found.digest, found.digest_at) == ("America/New_York", "also", 480)
    assert found.hand == "rank"
    await club.ann.click(shown, custom_id=control(shown, "I am back"))
    for field, value in (("quiet", "off"), ("digest", "off"), ("reminders", "0"), ("where", "dm")):
        await club.ann.select(shown, [value], custom_id=menu(shown, field))
        assert chosen(shown, field) == [value]
    await club.ann.click(shown, custom_id=control(shown, "Hand by suit"))
    found = await settings(club, club.ann)
    assert [leave.over for leave in found.leaves] == [True]
    assert replace(found, leaves=()) == Preferences(zone="America/New_York", digest_at=480)


CANNOT_BE_SET = [
    ("quiet", {"hours": "late"}, '"late" are no hours'),
    ("quiet", {"zone": "Berln"}, "such as Europe/Berlin"),
    ("quiet", {}, "Say from when to when"),
    ("reminders", {"after": "often"}, "is no span of time"),
    ("away", {"until": "2020-01-01"}, "is not in the future"),
    ("digest", {"mode": "none", "at": "25"}, "is no time of day"),
]


async def test_what_cannot_be_set_is_answered_in_a_sentence_and_changes_nothing(
    club: Club, subtests: pytest.Subtests
) -> None:
    for command, words, sentence in CANNOT_BE_SET:
        with subtests.test(command):
            assert sentence in said(await club.ann.slash(club.channel, f"me {command}", **words))
            assert await settings(club, club.ann) == PLAIN


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("where", "carrier pigeon"),
        ("reminders", "-1"),
        ("reminders", "x"),
        ("digest", "hourly 8"),
        ("tea", "5"),
    ],
)
def test_a_value_of_a_menu_of_an_older_bot_is_refused(field: str, value: str) -> None:
    with pytest.raises(UnreadableSetting, match="Use /me show for a new one"):
        setting_of(PLAIN, field, value)


async def test_zones_are_suggested_while_typing(club: Club) -> None:
    offered = await club.ann.autocomplete(club.channel, "me quiet", "zone", "berlin")
    assert offered[0]["value"] == "Europe/Berlin"
    assert len(await club.ann.autocomplete(club.channel, "me digest", "zone", "a")) == 25


async def open_in(club: Club, name: str, *, match_terms: MatchTerms = PLAIN_LIFE, start: bool = True) -> Any:
    """Open a match of Ann and Ben in a channel of its own, without anything being posted."""
    channel = club.guild.create_text_channel(name)
    await club.env.settle()
    people = [Person(member.id, member.name) for member in (club.ann, club.ben)]
    options = dict(part.split("=") for part in SMALL.split())
    info = await club.service.lobby.open(
        "papyrus",
        options,
        seats=2,
        host=people[0],
        guild=club.guild.id,
        channel=channel.id,
        match_terms=match_terms,
        request=f"o{name}",
    )
    if start:
        await club.service.lobby.join(info.id, people[1], request=f"j{name}")
        await club.service.lobby.start(info.id, people[0].user, request=f"s{name}")
    return channel


async def test_my_matches_lists_those_that_wait_first_with_links_and_deadlines(club: Club) -> None:
    await begun(club)
    member, other = await on_turn(club)
    await open_in(club, "lobby", start=False)
    hurried = await open_in(
        club, "hurried", match_terms=MatchTerms(clock_terms=ClockTerms("turn", seconds=86_400))
    )
    shown = page(await other.slash(club.other, "me matches"))
    lines = [line for line in words_of(shown).splitlines() if line.startswith("- ")]
    assert f"https://discord.com/channels/{club.guild.id}/{hurried.id}" in lines[0]
    assert "your turn, until <t:" in lines[0].replace("*", "")
    assert f"waits for {member.name}" in next(line for line in lines if str(club.channel.id) in line)
    board = next(post for post in reversed(club.channel.history()) if "Play" in labels_of(post))
    assert f"/{club.channel.id}/{board.id}" in words_of(shown)
    anns = words_of(page(await club.ann.slash(club.other, "me matches")))
    assert "1 of 2 seats taken" in [line for line in anns.splitlines() if line.startswith("- ")][-1]
    assert "You play in no match" in said(await club.cleo.slash(club.other, "me matches"))


async def test_a_long_list_has_pages_and_opens_a_match_to_play(club: Club) -> None:
    for number in range(12):
        await open_in(club, f"room-{number}")
    shown = page(await club.ben.slash(club.channel, "me matches"))
    assert "12 of 12 wait for you" in words_of(shown)
    assert "Page 1 of 2" in words_of(shown)
    assert labels_of(shown) == ["Next", "Refresh"]
    await club.ben.click(shown, custom_id=control(shown, "Next"))
    assert "Page 2 of 2" in words_of(shown)
    assert len([line for line in words_of(shown).splitlines() if line.startswith("- ")]) == 2
    (opener,) = [part for part in controls_of(shown) if part["custom_id"].startswith("tp:openmatch")]
    opened = await club.ben.select(shown, [opener["options"][0]["value"]], custom_id=opener["custom_id"])
    assert "Pick your squad" in words_of(page(opened))
    assert pictures_of(page(opened))
    stranger = await club.cleo.slash(club.channel, "me matches")
    assert "You play in no match" in said(stranger)


async def test_settings_and_matches_can_be_asked_for_in_dms(club: Club) -> None:
    await begun(club)
    assert "Your turn" in said(await club.ann.user.slash("me show"))
    assert "Your matches" in said(await club.ann.user.slash("me matches"))

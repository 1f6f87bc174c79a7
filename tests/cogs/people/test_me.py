"""`/me`: settings by command and by form, the user's matches, and the next one that waits; all private."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.matches.clocks import ClockTerms
from bot.matches.model import MatchTerms, Person
from bot.people.preferences import PLAIN, Preferences, Quiet
from cogs.kit.controls import ComponentId, select
from cogs.kit.layout import message_of, option
from tests.cogs.calls import stop_rounds
from tests.cogs.club import SMALL, Club
from tests.cogs.players import (
    click,
    controls_of,
    labels_of,
    panel_under_board,
    pictures_of,
    press_end_turn,
    said,
    words_of,
)
from tests.cogs.publishing.test_budget import calls
from tests.cogs.quickly import open_quickly
from tests.cogs.skirmish import begun, in_play, other_than
from tests.cogs.test_forms import chosen, fault_in, fields, filled_in

PLAIN_LIFE = MatchTerms()


def page(result: InteractionResult) -> ResponseMessage:
    """Return the private answer."""
    assert result.response.ephemeral
    return result.response


async def settings(club: Club, member: MemberActor) -> Preferences:
    return await club.bot.people.preferences(member.id)


async def test_every_setting_has_a_command_and_survives_a_restart(club: Club) -> None:
    ann, channel = club.ann, club.channel
    told = said(await ann.slash(channel, "me show")).replace("*", "")
    assert told.startswith("### How I tell you of your matches\nYour turn by DM\n")
    for line in (
        "Reminder none",
        "Quiet hours none",
        "Digest none",
        "Away no",
        "Hand by suit",
        "Time zone UTC, where it is ",
    ):
        assert line in told
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


async def test_every_setting_can_be_changed_by_two_forms_also_after_a_restart(club: Club) -> None:
    ann, notices, person = club.ann, "Benachrichtigungen", "Zeitzone, Sprache und mehr"
    club.speaks(ann, "de")
    shown = page(await ann.slash(club.channel, "me show"))
    await club.restart()
    form = await click(ann, shown, notices)
    assert [chosen(fields(form)[key]) for key in ("where", "reminder", "digest")] == [["dm"], ["0"], ["none"]]
    assert filled_in(form) == {"quiet": "", "at": "8:00"}
    assert "Ruhezeit" in [part.get("label") for part in form.modal["components"]]
    values = {"where": "channel", "reminder": ["24"], "quiet": "22:30 - 7", "digest": "also", "at": "18:30"}
    assert "22:30" in said(await ann.submit_modal(form, values))
    form = await click(ann, shown, person)
    stands = [chosen(fields(form)[key]) for key in ("zone", "hand", "with")]
    assert stands == [["UTC"], ["suit"], ["invitations"]]
    await club.restart()
    life = {"zone": ["America/New_York"], "language": "de", "hand": "rank", "with": []}
    told = said(await ann.submit_modal(form, life))
    assert "Zeitzone" in told
    found, quiet = await settings(club, ann), Quiet(1350, 420)
    expected = Preferences("channel", 24, quiet, "America/New_York", "also", 1110, (), "rank", "de")
    assert found == replace(expected, heard=found.heard, invitations=False)
    form = await click(ann, shown, person)
    assert chosen(fields(form)["language"]) == ["de"]
    typed = {**life, "another": "asia/tokyo", "language": "discord", "with": ["invitations"]}
    await ann.submit_modal(form, typed)
    form = await click(ann, shown, notices)
    assert filled_in(form) == {"quiet": "22:30-7:00", "at": "18:30"}
    await ann.submit_modal(form, {**values, "quiet": "", "digest": "none", "reminder": ["0"], "at": ""})
    found = await settings(club, ann)
    assert (found.zone, found.language, found.invitations) == ("Asia/Tokyo", "", True)
    assert (found.quiet, found.digest, found.digest_at, found.reminder) == (None, "none", 1110, 0)


async def test_a_refused_setting_keeps_the_content_of_its_form(club: Club) -> None:
    ann, no_hours = club.ann, '"late" are no hours'
    shown = page(await ann.slash(club.channel, "me show"))
    form = await click(ann, shown, "Notices")
    values = {"where": "channel", "reminder": ["12"], "quiet": "late", "digest": "instead", "at": "7"}
    refused = page(await ann.submit_modal(form, values))
    assert no_hours in words_of(refused)
    form = await click(ann, refused, "Try again")
    assert no_hours in fault_in(form)
    assert filled_in(form) == {"quiet": "late", "at": "7"}
    stands = [chosen(fields(form)[key]) for key in ("where", "reminder", "digest")]
    assert stands == [["channel"], ["12"], ["instead"]]
    form = await click(ann, shown, "Zone, language and more")
    life = {"zone": ["UTC"], "another": "Berln", "language": "discord", "hand": "suit", "with": []}
    refused = page(await ann.submit_modal(form, life))
    assert 'There is no time zone "Berln"' in words_of(refused)
    assert replace(await settings(club, ann), heard="") == PLAIN


async def test_a_leave_begins_and_ends_by_a_button(club: Club) -> None:
    shown = page(await club.ann.slash(club.channel, "me show"))
    await click(club.ann, shown, "Away for a week")
    assert [leave.over for leave in (await settings(club, club.ann)).leaves] == [False]
    await click(club.ann, shown, "I am back")
    assert [leave.over for leave in (await settings(club, club.ann)).leaves] == [True]


CANNOT_BE_SET = [
    ("quiet", {"hours": "late"}, '"late" are no hours'),
    ("quiet", {}, "Give the hours"),
    ("reminders", {"after": "often"}, "is no span of time"),
    ("away", {"until": "5 days", "from": "2020-01-01"}, "is past"),
    ("digest", {"mode": "none", "at": "25"}, "is no time of day"),
]


async def test_an_invalid_setting_is_refused_in_a_sentence_and_changes_nothing(
    club: Club, subtests: pytest.Subtests
) -> None:
    """A menu of an older bot is refused too."""
    for command, words, sentence in CANNOT_BE_SET:
        with subtests.test(command):
            assert sentence in said(await club.ann.slash(club.channel, f"me {command}", **words))
            assert await settings(club, club.ann) == PLAIN
    offered = await club.ann.autocomplete(club.channel, "me quiet", "zone", "berlin")
    assert offered[0]["value"] == "Europe/Berlin"
    assert len(await club.ann.autocomplete(club.channel, "me digest", "zone", "a")) == 25
    where = ComponentId("me", path=("where",))
    old = select("Your turn", where, [option("By mention", "channel")])
    channel: Any = club.bot.get_channel(club.channel.id)
    message = await channel.send(**message_of(old).to_send())
    pressed = await club.ann.select(message, ["channel"], custom_id=where.encode())
    told = words_of(pressed.followups[0])
    assert "Use /me show for a new one" in told
    assert await settings(club, club.ann) == PLAIN


async def open_in(club: Club, name: str, *, match_terms: MatchTerms = PLAIN_LIFE, start: bool = True) -> Any:
    """Open a match of Ann and Ben in a new channel, without posts."""
    channel = club.guild.create_text_channel(name)
    await club.env.settle()
    people = [Person(member.id, member.name) for member in (club.ann, club.ben)][: 1 + start]
    options = dict(part.split("=") for part in SMALL.split())
    await open_quickly(club, *people, options=options, seats=2, channel=channel.id, terms=match_terms)
    return channel


async def test_my_matches_lists_waiting_ones_first_with_links_and_deadlines(club: Club) -> None:
    member, other = await in_play(club)
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
    assert "Your turn" in said(await club.ann.user.slash("me show")), "it can be asked for in DMs"
    assert "Your matches" in said(await club.ann.user.slash("me matches"))


async def test_a_long_list_has_pages_and_opens_a_match_to_play(club: Club) -> None:
    for number in range(12):
        await open_in(club, f"room-{number}")
    shown = page(await club.ben.slash(club.channel, "me matches"))
    assert "12 of 12 wait for you" in words_of(shown)
    assert "Page 1 of 2" in words_of(shown)
    assert labels_of(shown) == ["Next", "Refresh"]
    await click(club.ben, shown, "Next")
    assert "Page 2 of 2" in words_of(shown)
    assert len([line for line in words_of(shown).splitlines() if line.startswith("- ")]) == 2
    (opener,) = [part for part in controls_of(shown) if part["custom_id"].startswith("tp:openmatch")]
    opened = await club.ben.select(shown, [opener["options"][0]["value"]], custom_id=opener["custom_id"])
    assert "Pick your squad" in words_of(page(opened))
    assert pictures_of(page(opened))


async def two_waiting(club: Club) -> tuple[MemberActor, str, str]:
    """Return the member on turn, and the channels of two matches that wait for them.

    The one that has waited longer is first.
    """
    member = await begun(club)
    stop_rounds(club)
    elder = await open_in(club, "side-hall")
    club.env.backend.advance_clock(5 * 3600)
    younger = await open_in(club, "attic")
    club.env.backend.advance_clock(60)
    return member, elder.name, younger.name


async def test_after_a_turn_the_match_that_has_waited_longest_is_named(club: Club) -> None:
    member, elder, younger = await two_waiting(club)
    before = len(club.env.http_requests)
    told = said(await member.slash(club.channel, "papyrus end-turn"))
    assert "waits for you since" in told
    assert f"[#{elder}](https://discord.com/channels/{club.guild.id}/" in told
    assert younger not in told
    made = calls(club, before)
    assert made == {("POST", True): 1, ("PATCH", True): 1, ("POST", False): 1, ("PATCH", False): 1}
    other = other_than(club, member)
    assert elder not in words_of(club.channel.history()[-1]), "it is told to nobody else"
    club.speaks(other, "de")
    told = said(await other.slash(club.channel, "papyrus end-turn"))
    assert "wartet auf dich seit" in told
    assert elder in told, "who is awaited there too"


async def test_no_next_match_is_named_within_a_turn_or_where_none_waits(club: Club) -> None:
    member = await begun(club)
    assert "/me next" not in said(await member.slash(club.channel, "papyrus end-turn"))
    assert "No match waits for you" in said(await member.slash(club.other, "me next"))
    await open_in(club, "attic")
    mine = other_than(club, member)
    shown = await panel_under_board(club, mine)
    assert "/me next" not in words_of(shown)
    await press_end_turn(mine, shown)
    assert "/me next" in words_of(shown)


async def test_next_opens_the_panel_in_channels_and_dms_and_after_a_restart(club: Club) -> None:
    member, elder, _ = await two_waiting(club)
    (dm,) = [each for each in member.user.dm_channel.history() if "End turn" in labels_of(each)]
    await press_end_turn(member.user, dm)
    ended = next(each for each in member.user.dm_channel.history() if each.id == dm.id)
    assert "waits for you" not in words_of(ended), "a DM says nothing that is soon no longer so"
    await club.restart()
    opened = await click(member.user, ended, "Next match")
    assert "Pick your squad" in words_of(page(opened))
    assert f"#{elder}" in words_of(page(opened))
    shown = page(await member.slash(club.channel, "me next"))
    assert "Pick your squad" in words_of(shown)
    assert f"#{elder}" in words_of(shown)


async def test_paused_matches_and_lobbies_do_not_wait(club: Club) -> None:
    channel = await open_in(club, "attic")
    await open_in(club, "lobby", start=False)
    await club.ann.slash(channel, "match ask pause")
    await club.ben.slash(channel, "match ask pause")
    assert "No match waits for you" in said(await club.ann.slash(club.channel, "me next"))

"""Permissions for a match: they are those of its own channel, and no player decides alone.

Each right has a test with its sentences in English and in German.
"""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.matches.model import Stage
from bot.matches.outbox import TryLater
from bot.parts.analysis.service import Reviews
from bot.parts.matchmaking.service import WishService
from bot.parts.workshop.lab.service import Lab
from bot.people.store import SqlPeopleStore
from cogs.analysis.film import Films
from cogs.kit.sight import can_see
from tests.cogs.club import Club
from tests.cogs.days import pass_by
from tests.cogs.forging import press_forged
from tests.cogs.league import moderator_of
from tests.cogs.players import click, labels_of, said, words_of
from tests.cogs.quickly import play_quickly
from tests.cogs.skirmish import begun, picked_and_placed


async def test_a_moderator_of_another_channel_has_no_rights_on_a_match(club: Club) -> None:
    info = await club.started(club.ben)
    max_ = moderator_of(club, club.other, club.fay)
    refused = said(await max_.slash(club.other, "match move", match=info.id))
    assert "Only its players can move a match, and moderators of both its channel and this one." in refused
    assert "Only its players together" in said(await max_.slash(club.channel, "match end"))
    club.speaks(max_, "de")
    refused = said(await max_.slash(club.other, "match move", match=info.id))
    assert "Nur ihre Spieler können eine Partie verlegen" in refused
    assert (await club.here()).id == info.id
    moderator_of(club, club.channel, max_)
    assert "geht in" in said(await max_.slash(club.other, "match move", match=info.id))
    assert "A moderator has moved the match" in words_of(club.other.history()[-1])


async def test_moving_a_match_gives_its_player_no_moderator_rights(
    club: Club,
) -> None:
    """The former channel's moderators keep their rights until a moderator of both channels has moved it."""
    info = await club.started(club.ben)
    for each in (club.ben, club.fay):
        moderator_of(club, club.other, each)
    await club.ben.slash(club.other, "match move", match=info.id)
    own = (await club.ben.slash(club.other, "match end")).response
    assert labels_of(own) == ["Yes, ask them", "No"]
    for language, sentence in (
        ("en-US", "where a player has moved it, a moderator of both channels"),
        ("de", "hat ein Spieler sie verlegt, ein Moderator beider Kanäle"),
    ):
        club.speaks(club.fay, language)
        assert sentence in said(await club.fay.slash(club.other, "match end"))
    moderator_of(club, club.channel, club.fay)
    question = (await club.fay.slash(club.other, "match end")).response
    assert labels_of(question) == ["Ja, beenden", "Nein"]
    await club.ann.slash(club.channel, "match move", match=info.id)
    assert not (await club.here()).match_terms.home
    await club.fay.slash(club.other, "match move", match=info.id)
    assert not (await club.service.in_channel(club.other.id)).match_terms.home


async def test_the_end_of_a_lobby_is_refused_in_words_about_lobbies(club: Club) -> None:
    await club.ann.slash(club.channel, "match new", game="papyrus")
    refused = said(await club.ben.slash(club.channel, "match end"))
    assert refused.startswith("Only the host, or a moderator of its channel who has no seat, can end a match")
    club.speaks(club.ben, "de")
    assert said(await club.ben.slash(club.channel, "match end")).startswith("Vor dem Start kann")


async def test_a_control_checks_the_rights_in_the_channel_of_the_match(club: Club) -> None:
    """The confirmation of the end was answered after the match had been moved."""
    info = await club.started(club.ben)
    max_ = moderator_of(club, club.channel, club.fay)
    asked = (await max_.slash(club.channel, "match end")).response
    assert asked is not None
    await club.ann.slash(club.other, "match move", match=info.id)
    refused = said(await click(max_, asked, "Yes, end it"))
    assert "Only its players together, or a moderator of its channel" in refused
    assert not (await club.service.info(info.id)).stage.ended


def asked_in_dm(member: Any, words: str) -> Any:
    """Return the newest DM with these words."""
    return next(each for each in reversed(member.user.dm_channel.history()) if words in words_of(each))


def asked_here(club: Club, words: str) -> Any:
    """Return the newest post in the channel with these words."""
    return next(each for each in reversed(club.channel.history()) if words in words_of(each))


async def replaced(club: Club, by: Any, seat: str, player: Any) -> str:
    return said(await by.slash(club.channel, "match replace", seat=seat, player=player))


async def press(member: Any, post: Any, label: str) -> str:
    return said(await click(member, post, label))


async def test_a_replacement_needs_the_player_s_consent_and_the_new_player_sees_the_hand(club: Club) -> None:
    """In both languages: the channel's is English, Ben's is German."""
    club.speaks(club.ben, "de")
    info = await club.started(club.ben, game="crossfire", options="")
    told = await replaced(club, club.ann, "Ben", club.cleo)
    assert "Ben is asked in" in told
    assert "after two reminders without an answer the others decide" in told
    post = asked_here(club, "asks to give the seat of Ben to")
    assert labels_of(post) == ["Agree", "Refuse", "Take back"]
    assert "Has to agree: Ben." in words_of(post)
    dm = asked_in_dm(club.ben, "den Platz von Ben übernimmt")
    assert "Nach zwei Erinnerungen ohne Antwort entscheiden die anderen." in words_of(dm)
    assert "no seat in this match" in said(await club.cleo.slash(club.channel, "hand"))
    assert "This does not need your consent" not in await press(club.ben.user, dm, "Zustimmen")
    offer = asked_in_dm(club.cleo, "The seat of Ben is offered to")
    assert labels_of(offer) == ["Take the seat", "No"]
    assert "no seat in this match" in said(await club.cleo.slash(club.channel, "hand"))
    assert (await club.service.match_view(info.id, club.cleo.id)).seat is None
    assert "You have seat 2 from now on" in await press(club.cleo.user, offer, "Take the seat")
    assert (await club.service.match_view(info.id, club.cleo.id)).seat == 1
    assert labels_of(asked_in_dm(club.cleo, "The seat is taken.")) == []
    assert (await club.service.match_view(info.id, club.ben.id)).seat is None


async def test_an_offered_seat_is_answered_by_command_in_the_person_s_language(club: Club) -> None:
    await club.started(club.ben)
    refused = await replaced(club, club.ben, "Ben", club.env.create_user("Zoe"))
    assert "Zoe is not on this server, and a seat is offered to its members only." in refused
    club.speaks(club.cleo, "de")
    await club.cleo.slash(club.channel, "match status")  # from now on the language is known
    await replaced(club, club.ben, "Ben", club.cleo)
    assert "bekommt den Platz von Ben angeboten" in words_of(asked_in_dm(club.cleo, "angeboten"))
    assert "This seat is offered to somebody else" in said(
        await club.dan.slash(club.channel, "match answer", agree=False)
    )
    refused = said(await club.cleo.slash(club.channel, "match answer", agree=False))
    assert "Der Platz bleibt, bei wem er ist." in refused
    await replaced(club, club.ben, "Ben", club.cleo)
    taken = said(await club.cleo.slash(club.channel, "match answer", agree=True))
    assert "Du hast von jetzt an Platz 2" in taken
    assert (await club.here()).names == ("Ann", "Cleo")


async def test_after_two_missed_reminders_the_others_replace_the_player(club: Club) -> None:
    await club.started(club.ben, club.cleo)
    await replaced(club, club.ann, "Ben", club.dan)
    club.speaks(club.ann, "de")
    refused = await replaced(club, club.ann, "Ben", club.dan)
    assert "Ben ist schon gefragt worden. In" in refused
    await pass_by(club, hours=25)
    assert "Ben wird in" in await replaced(club, club.ann, "Ben", club.dan)
    await pass_by(club, hours=25)
    assert "Gefragt wird in" in await replaced(club, club.ann, "Ben", club.dan)
    older = [post for post in club.channel.history() if "to give the seat of Ben" in words_of(post)]
    lapsed = ["This has expired: Ann now offers a seat" in words_of(post) for post in older]
    assert (lapsed, [labels_of(post) for post in older[:2]]) == ([True, True, False], [[], []])
    assert labels_of(asked_in_dm(club.ben, "This has expired: Ann now offers a seat")) == []
    await press(club.cleo, older[-1], "Agree")
    offer = asked_here(club, "The seat of Ben is offered to")
    await press(club.dan, offer, "Take the seat")
    assert (await club.here()).names == ("Ann", "Dan", "Cleo")


async def test_a_begun_match_ends_when_all_agree_and_the_result_says_so(club: Club) -> None:
    """A player against computers only ends it alone."""
    club.speaks(club.ben, "de")
    await club.started(club.ben)
    question = (await club.ann.slash(club.channel, "match end")).response
    assert labels_of(question) == ["Yes, ask them", "No"]
    await click(club.ann, question, "Yes, ask them")
    assert (await club.here()).stage is Stage.PLAYING
    dm = asked_in_dm(club.ben, "möchte die Partie ohne Ergebnis beenden")
    await press(club.ben.user, dm, "Zustimmen")
    result = words_of(club.channel.history()[-1])
    assert "was ended without a result" in result
    assert "All its players have agreed to end it." in result
    status = said(await club.ben.slash(club.channel, "match status"))
    assert "Alle haben zugestimmt, sie zu beenden." in status
    await club.alone()
    question = (await club.ann.slash(club.channel, "match end")).response
    await click(club.ann, question, "Yes, end it")
    assert (await club.here()).stage is Stage.ABANDONED


async def test_a_moderator_ends_a_match_and_the_result_says_so(club: Club) -> None:
    await club.started(club.ben)
    max_ = moderator_of(club, club.channel, club.fay)
    await club.bot.servers.set_language(club.guild.id, "de")
    question = (await max_.slash(club.channel, "match end")).response
    await click(max_, question, "Yes, end it")
    assert "Ein Moderator ihres Kanals hat sie beendet." in words_of(club.channel.history()[-1])
    status = said(await club.ben.slash(club.channel, "match status"))
    assert "A moderator of its channel has ended it." in status
    await club.bot.servers.set_language(club.guild.id, "en")
    await club.started(club.ben)
    moderator_of(club, club.channel, club.ann)
    question = (await club.ann.slash(club.channel, "match end")).response
    assert labels_of(question) == ["Yes, ask them", "No"], "who plays has no office in the match"


async def test_a_watcher_without_access_to_the_channel_gets_no_notice(club: Club) -> None:
    info = await club.started(club.ben)
    member = await picked_and_placed(club)
    club.speaks(club.dan, "de")
    for watcher in (club.cleo, club.dan, club.eve):
        await watcher.slash(club.channel, "match watch")
    for seen in (club.ann, club.ben, club.dan):
        club.env.backend.set_overwrite(club.channel.id, may_see(seen.id))
    club.env.backend.set_overwrite(club.channel.id, may_see(club.bot.user.id))
    club.forbid(club.channel, "view_channel")
    club.guild.remove_member(club.eve)
    await member.slash(club.channel, "papyrus end-turn")
    await pass_by(club, hours=2)
    assert "Die Partie wartet jetzt auf" in words_of(asked_in_dm(club.dan, "Partie"))
    for gone in (club.cleo, club.eve):
        assert gone.user.dm_channel.history() == []
    assert [each.user for each in await SqlPeopleStore(club.stores[-1].database).followers(info.id)] == [
        club.dan.id
    ]
    club.allow_again()


def may_see(user: int) -> Overwrite:
    """Return the predicate by which only this person sees a channel."""
    allowed = discord.Permissions(view_channel=True, send_messages=True, attach_files=True).value
    return Overwrite(target_id=user, type=OverwriteType.MEMBER, allow=allowed, deny=0)


async def test_a_watcher_needs_discord_s_permission_to_view_the_channel(club: Club) -> None:
    parent = club.bot.get_channel(club.channel.id)
    assert isinstance(parent, discord.TextChannel)
    made = await parent.create_thread(name="nook", type=discord.ChannelType.private_thread)
    for member in (club.ann, club.cleo):
        await made.add_user(discord.Object(member.id))
    await club.env.settle()
    (nook,) = club.channel.threads
    await club.ann.slash(nook, "match new", game="papyrus", seats=2, options="squad=2")
    info = await club.service.in_channel(made.id)
    assert await can_see(club.bot, info, club.cleo.id)
    assert not await can_see(club.bot, info, club.dan.id)
    await made.remove_user(discord.Object(club.cleo.id))
    assert not await can_see(club.bot, info, club.cleo.id)
    info = await club.started(club.ben)  # if Discord does not say who sees a channel, a watcher waits
    club.env.inject_error("GET", f"/guilds/{club.guild.id}/members/{club.cleo.id}", status=503, times=None)
    with pytest.raises(TryLater):
        await can_see(club.bot, info, club.cleo.id)


async def test_everybody_stores_and_withdraws_only_their_own_wishes(club: Club) -> None:
    """A forged control contains a wish, never a person."""
    await club.ann.slash(club.channel, "find", game="papyrus", players=3)
    elsewhere = (await club.eve.slash(club.other, "help")).response
    others = f"{club.guild.id}.papyrus"
    for press in (f"tp:unwish::0:{others}", f"tp:unwish::0:{others}.{club.ann.id}", "tp:unwish::0:x.papyrus"):
        await press_forged(club, club.eve, elsewhere, press)
        assert len(await club.bot.services.of(WishService).of(club.ann.id)) == 1
    for words in ("_seats=3", f"_seats=3&user={club.dan.id}", "_seats=99"):
        await press_forged(club, club.eve, elsewhere, f"tp:meet::0:papyrus.{words}")
    assert [wish.seats for wish in await club.bot.services.of(WishService).of(club.eve.id)] == [3]
    for each in (club.dan, club.fay):
        assert await club.bot.services.of(WishService).of(each.id) == []


async def test_a_person_has_one_film_one_review_and_one_report_in_a_queue(club: Club) -> None:
    await club.started(club.ben)
    films = club.bot.cog(Films)
    await play_quickly(club, 21, until=lambda match_view: match_view.view.round > 1)
    await club.service.play.resign((await club.here()).id, club.ann.id, request="over")
    for command, queue, options, sentence in (
        ("match past replay", films.queue, {"film": True}, "A film of yours"),
        ("match past review", club.bot.services.of(Reviews).queue, {}, "A review that you"),
        ("cards lab", club.bot.services.of(Lab).queue, {"game": "arclash"}, "A report that you"),
    ):
        with queue.place(club.ann.id, ""):
            assert sentence in said(await club.ann.slash(club.channel, command, **options))


async def test_the_history_has_the_names_of_the_former_players(club: Club) -> None:
    """In the history, the replay and the board's own lines, in both languages."""
    await begun(club)
    seat = min((await club.match_view(None)).awaited)
    member, other = (club.ann, club.ben) if seat == 0 else (club.ben, club.ann)
    await member.slash(club.channel, "papyrus end-turn")
    await replaced(club, member, member.name, club.cleo)
    await club.cleo.slash(club.channel, "match answer", agree=True)
    assert asked_here(club, f"Cleo has seat {seat + 1} from now on")
    offer = words_of(asked_here(club, "The seat is taken."))
    assert f"Seat {seat + 1} was offered to another player." in offer
    await other.slash(club.channel, "papyrus end-turn")
    await club.cleo.slash(club.channel, "papyrus end-turn")
    club.speaks(club.cleo, "de")
    for reader, taken in ((club.dan, "from now on"), (club.cleo, "von jetzt an")):
        lines = said(await reader.slash(club.channel, "match past history")).splitlines()
        at = next(number for number, line in enumerate(lines) if taken in line)
        before, after = "\n".join(lines[:at]), "\n".join(lines[at + 1 :])
        assert (member.name in before, "Cleo" in before) == (True, False)
        assert (member.name in after, "Cleo" in after) == (False, True)
        past = said(await reader.slash(club.channel, "match past replay", action="1"))
        assert "Cleo" not in past

"""Forms in the place of typed words: a new match, a server's table, a card set and a deck from a file."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import InteractionResult

from bot.servers.settings import ServerClock
from tests.cogs.cards.test_card_sets import HERONS
from tests.cogs.club import Club
from tests.cogs.players import control, said, words_of

RADIO, CHECKBOXES, SELECT, PEOPLE, UPLOAD = 21, 22, 3, 5, 19


def fields(shown: InteractionResult) -> dict[str, dict[str, Any]]:
    """Return the fields of a form that was shown, by their keys."""
    assert shown.modal is not None, said(shown)
    labels = [part for part in shown.modal["components"] if "component" in part]  # beside words
    return {part["component"]["custom_id"]: part["component"] for part in labels}


def chosen(field: dict[str, Any]) -> list[str]:
    return [each["value"] for each in field["options"] if each.get("default")]


async def new_form(club: Club, label: str = "Open a match", game: str = "Papyrus") -> InteractionResult:
    """Let Ann go from the help to the form of a new match: three taps."""
    front = (await club.ann.slash(club.channel, "help")).response
    await club.ann.click(front, custom_id=control(front, label))
    return await club.ann.click(front, custom_id=control(front, game))


@pytest.mark.parametrize(
    ("locale", "label", "opened"),
    [("en-US", "Open a match", "the lobby is open"), ("de", "Eine Partie eröffnen", "Lobby")],
)
async def test_a_match_is_opened_by_one_form_also_after_a_restart(
    club: Club, locale: str, label: str, opened: str
) -> None:
    club.speaks(club.ann, locale)
    shown = await new_form(club, label)
    kinds = [field["type"] for field in fields(shown).values()]
    assert kinds == [RADIO, SELECT, SELECT, PEOPLE, CHECKBOXES]
    assert chosen(fields(shown)["setup"]) == ["usual"]
    await club.restart()
    values: dict[str, Any] = {
        "setup": "quick",
        "seats": ["fewest"],
        "clock": ["1 day a turn"],
        "more": ["unrated", "no-leave"],
    }
    told = said(await club.ann.submit_modal(shown, {**values, "invite": [club.ben]}))
    assert opened in told
    info = await club.here()
    assert (info.wanted, set(info.match_terms.invited)) == (2, {club.ben.id})
    assert (info.match_terms.terms.seconds, info.match_terms.rated) == (24 * 3600, False)
    assert info.match_terms.no_leave is True
    quick = club.bot.games["papyrus"].setups["quick"].options
    assert {name: getattr(info.options, name) for name in quick} == quick


async def test_with_nothing_changed_the_form_opens_what_the_command_does(club: Club) -> None:
    shown = await new_form(club)
    usual = {"setup": "usual", "seats": ["fewest"], "clock": ["server"]}
    await club.ann.submit_modal(shown, usual)
    by_form = await club.here()
    await club.ann.slash(club.channel, "match end")
    await club.ann.slash(club.other, "match new", game="papyrus")
    by_command = await club.service.in_channel(club.other.id)
    assert (by_form.options, by_form.wanted) == (by_command.options, by_command.wanted)
    assert by_form.match_terms.terms == by_command.match_terms.terms


async def test_a_form_that_is_refused_says_why_and_opens_nothing(club: Club) -> None:
    shown = await new_form(club)
    usual = {"setup": "usual", "seats": ["2"], "clock": ["server"]}
    told = said(await club.ann.submit_modal(shown, {**usual, "invite": [club.ben, club.cleo]}))
    assert "you have named 2" in told or "seats" in told
    robot = club.member("Robbie", bot=True)
    shown = await new_form(club)
    assert "is a bot" in said(await club.ann.submit_modal(shown, {**usual, "invite": [robot]}))
    assert club.channel.history() == []


async def test_a_match_that_is_refused_comes_back_as_it_was_filled_in(club: Club) -> None:
    """All that was chosen stands in it, and the fault under the first label: five fields leave no room."""
    shown = await new_form(club)
    values = {"setup": "quick", "seats": ["2"], "clock": ["1 day a turn"], "more": ["unrated"]}
    refused = await club.ann.submit_modal(shown, {**values, "invite": [club.ben, club.cleo]})
    message: Any = refused.response
    again = await club.ann.click(message, custom_id=control(message, "Try again"))
    found = fields(again)
    assert {key: chosen(found[key]) for key in values} == {**values, "setup": ["quick"]}
    assert {each["id"] for each in found["invite"]["default_values"]} == {club.ben.id, club.cleo.id}
    assert again.modal is not None
    assert again.modal["components"][0]["description"]
    await club.ann.submit_modal(again, {**values, "invite": [club.ben]})
    assert (await club.here()).match_terms.invited == (club.ben.id,)


async def test_a_table_is_set_by_one_form_that_shows_what_is_set(club: Club) -> None:
    club.env.backend.guilds[club.guild.id].owner_id = club.ann.id
    role = club.guild.create_role("Players", mentionable=True)
    await club.ann.slash(club.channel, "table clock", clock="5 days a turn", **{"at-zero": "resign"})
    page = (await club.ann.slash(club.channel, "table show")).response
    shown = await club.ann.click(page, custom_id=control(page, "Change"))
    assert chosen(fields(shown)["clock"]) == ["."]
    assert chosen(fields(shown)["language"]) == ["discord"]
    values = {
        "channels": [club.channel],
        "clock": ["."],
        "log": [club.other],
        "role": [role],
        "language": "de",
    }
    told = said(await club.ann.submit_modal(shown, values))
    assert f"<#{club.channel.id}>" in told
    found = await club.bot.servers.settings(club.guild.id)
    assert (found.channels, found.log, found.role) == ((club.channel.id,), club.other.id, role.id)
    assert (found.language, found.clock) == ("de", ServerClock("5 days a turn", "", "resign").kept())
    shown = await club.ann.click(page, custom_id=control(page, "Change"))
    assert [each["id"] for each in fields(shown)["channels"]["default_values"]] == [club.channel.id]
    await club.ann.submit_modal(shown, {"clock": ["none"], "language": "discord"})
    found = await club.bot.servers.settings(club.guild.id)
    assert (found.channels, found.log, found.role, found.language) == ((), 0, 0, "")
    assert found.clock == ServerClock().kept()


async def test_only_who_manages_the_server_changes_its_table_and_a_refusal_changes_nothing(
    club: Club,
) -> None:
    club.env.backend.guilds[club.guild.id].owner_id = club.ann.id
    page = (await club.ann.slash(club.channel, "table show")).response
    shown = await club.ann.click(page, custom_id=control(page, "Change"))
    club.forbid(club.other, "send_messages")
    quiet = club.guild.create_role("Quiet")
    values = {"channels": [club.channel], "clock": ["none"], "log": [club.other], "language": "de"}
    refused = await club.ann.submit_modal(shown, {**values, "role": [quiet]})
    assert "I may not post in" in said(refused)
    message: Any = refused.response
    again = await club.ann.click(message, custom_id=control(message, "Try again"))
    assert (chosen(fields(again)["clock"]), chosen(fields(again)["language"])) == (["none"], ["de"])
    assert [each["id"] for each in fields(again)["log"]["default_values"]] == [club.other.id]
    assert again.modal is not None
    assert "I may not post in" in again.modal["components"][0]["description"]
    found = await club.bot.servers.settings(club.guild.id)
    assert (found.channels, found.log, found.role, found.language) == ((), 0, 0, "")
    shown = await club.ann.click(page, custom_id=control(page, "Change"))
    club.env.backend.guilds[club.guild.id].owner_id = club.ben.id
    told = said(await club.ann.submit_modal(shown, {"clock": ["none"], "language": "de"}))
    assert "Only those who may manage the server" in told


async def test_a_card_set_is_added_by_a_form_that_takes_the_file(club: Club) -> None:
    club.env.backend.guilds[club.guild.id].owner_id = club.ann.id
    page = (await club.ann.slash(club.channel, "cards sets")).response
    shown = await club.ann.click(page, custom_id=control(page, "Add a set"))
    assert [field["type"] for field in fields(shown).values()] == [UPLOAD]
    told = said(await club.ann.submit_modal(shown, {"file": ("set.toml", HERONS)}))
    assert "is added" in told
    assert len(await club.bot.card_sets.sets(club.guild.id)) == 1
    other = (await club.ben.slash(club.channel, "cards sets")).response
    assert "Add a set" not in words_of(other)
    broken = await club.ann.click(page, custom_id=control(page, "Add a set"))
    told = said(await club.ann.submit_modal(broken, {"file": ("set.toml", b"[[broken")}))
    assert "cannot be added" in told


@pytest.mark.parametrize(
    ("locale", "large"), [("en-US", "a list has 16,000 at most"), ("de", "eine Liste hat höchstens")]
)
async def test_a_deck_comes_from_a_file_too(club: Club, locale: str, large: str) -> None:
    club.speaks(club.ann, locale)
    shown = await club.ann.slash(club.channel, "deck import", name="Tide", game="arclash")
    listed = b"2 TID-01\n1 TID-04\n"
    await club.ann.submit_modal(shown, {"name": "Tide", "file": ("deck.txt", listed)})
    (deck,) = await club.bot.decks.decks(club.ann.id, "arclash")
    assert (deck.name, dict(deck.entries)) == ("Tide", {"TID-01": 2, "TID-04": 1})
    shown = await club.ann.slash(club.channel, "deck import", name="Odd", game="arclash")
    refused = await club.ann.submit_modal(shown, {"name": "Odd", "file": ("deck.txt", b"2 Nobody")})
    message: Any = refused.response
    again = {"en-US": "Try again", "de": "Noch einmal versuchen"}[locale]
    form = await club.ann.click(message, custom_id=control(message, again))
    assert (fields(form)["name"]["value"], fields(form)["list"]["value"]) == ("Odd", "2 Nobody")
    shown = await club.ann.slash(club.channel, "deck import", name="Huge", game="arclash")
    told = said(await club.ann.submit_modal(shown, {"name": "Huge", "file": ("deck.txt", b"x" * 16_001)}))
    assert large in told
    assert len(await club.bot.decks.decks(club.ann.id, "arclash")) == 1

"""Forms instead of typed options; a refusal opens the form again, with the error beside its field."""

from __future__ import annotations

from typing import Any

import pytest
from cachetools import LRUCache
from simcord import InteractionResult, MemberActor

from bot.parts.decks.service import DeckService
from bot.parts.tournaments.service import Competitions
from bot.parts.workshop.sets.service import CardSets
from bot.servers.settings import ServerClock
from tests.cogs.club import SMALL, Club
from tests.cogs.league import keeper
from tests.cogs.players import click, control, said, words_of
from tests.parts.workshop.sets.uploads import BROKEN, HERONS

RADIO, CHECKBOXES, SELECT, PEOPLE, UPLOAD, TEXT = 21, 22, 3, 5, 19, 4


def fields(shown: InteractionResult) -> dict[str, dict[str, Any]]:
    """Return the fields of a form, by their keys."""
    assert shown.modal is not None, said(shown)
    labels = [part for part in shown.modal["components"] if "component" in part]  # beside text
    return {part["component"]["custom_id"]: part["component"] for part in labels}


def chosen(field: dict[str, Any]) -> list[str]:
    return [each["value"] for each in field["options"] if each.get("default")]


async def reopened(member: MemberActor, refused: InteractionResult, button: str = "Try again") -> Any:
    """Return the form that the button under a refusal opens."""
    form = await click(member, refused.response, button)
    assert form.modal is not None, said(form)
    return form


def filled_in(form: Any) -> dict[str, str]:
    """Return the text in the fields of a form."""
    typed = [field for field in fields(form).values() if field["type"] == TEXT]
    return {field["custom_id"]: field.get("value") or "" for field in typed}


def fault_in(form: Any) -> str:
    """Return what a form shows above its fields, or under the first label."""
    first = form.modal["components"][0]
    return str(first["content"] if first["type"] == 10 else first["description"])


async def new_form(club: Club, label: str = "Open a match", game: str = "Papyrus") -> InteractionResult:
    """Let Ann go from the help to the form of a new match: three taps."""
    front = (await club.ann.slash(club.channel, "help")).response
    await click(club.ann, front, label)
    return await click(club.ann, front, game)


async def test_a_match_is_opened_by_one_form_also_after_a_restart(club: Club) -> None:
    shown = await new_form(club)
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
    assert "the lobby is open" in told
    info = await club.here()
    assert (info.wanted, set(info.match_terms.invited)) == (2, {club.ben.id})
    assert (info.match_terms.clock_terms.seconds, info.match_terms.rated) == (24 * 3600, False)
    assert info.match_terms.no_leave is True
    quick = club.bot.games["papyrus"].setups["quick"].options
    assert {name: getattr(info.options, name) for name in quick} == quick


async def test_an_unchanged_form_opens_the_same_match_as_the_command(club: Club) -> None:
    shown = await new_form(club)
    usual = {"setup": "usual", "seats": ["fewest"], "clock": ["server"]}
    await club.ann.submit_modal(shown, usual)
    by_form = await club.here()
    await club.ann.slash(club.channel, "match end")
    await club.ann.slash(club.other, "match new", game="papyrus")
    by_command = await club.service.in_channel(club.other.id)
    assert (by_form.options, by_form.wanted) == (by_command.options, by_command.wanted)
    assert by_form.match_terms.clock_terms == by_command.match_terms.clock_terms


async def test_a_refused_match_form_keeps_its_content(club: Club) -> None:
    """All choices are kept; the error is under the first label, since five fields leave no other place."""
    robot = club.member("Robbie", bot=True)
    usual = {"setup": "usual", "seats": ["2"], "clock": ["server"]}
    refused = await club.ann.submit_modal(await new_form(club), {**usual, "invite": [robot]})
    assert "is a bot" in said(refused)
    assert club.channel.history() == []
    shown = await new_form(club)
    values = {"setup": "quick", "seats": ["2"], "clock": ["1 day a turn"], "more": ["unrated"]}
    refused = await club.ann.submit_modal(shown, {**values, "invite": [club.ben, club.cleo]})
    again = await reopened(club.ann, refused)
    found = fields(again)
    assert {key: chosen(found[key]) for key in values} == {**values, "setup": ["quick"]}
    assert {each["id"] for each in found["invite"]["default_values"]} == {club.ben.id, club.cleo.id}
    assert "you have named 2" in fault_in(again)
    await club.ann.submit_modal(again, {**values, "invite": [club.ben]})
    assert (await club.here()).match_terms.invited == (club.ben.id,)


async def test_one_form_shows_and_changes_the_settings_of_a_table(club: Club) -> None:
    """A refusal changes nothing, and only members who manage the server change anything."""
    club.env.backend.guilds[club.guild.id].owner_id = club.ann.id
    role = club.guild.create_role("Players", mentionable=True)
    await club.ann.slash(club.channel, "table clock", clock="5 days a turn", **{"at-zero": "resign"})
    page = (await club.ann.slash(club.channel, "table show")).response
    shown = await click(club.ann, page, "Change")
    assert chosen(fields(shown)["clock"]) == ["."]
    assert chosen(fields(shown)["language"]) == ["discord"]
    values = {
        "channels": [club.channel],
        "clock": ["."],
        "log": [club.other],
        "role": [role],
        "language": "de",
    }
    told = said(await club.ann.submit_modal(shown, {**values, "language": "de"}))
    assert f"<#{club.channel.id}>" in told
    found = await club.bot.servers.settings(club.guild.id)
    assert (found.channels, found.log, found.role) == ((club.channel.id,), club.other.id, role.id)
    assert (found.language, found.clock) == ("de", ServerClock("5 days a turn", "", "resign").kept())
    shown = await click(club.ann, page, "Change")
    assert [each["id"] for each in fields(shown)["channels"]["default_values"]] == [club.channel.id]
    await club.ann.submit_modal(shown, {"clock": ["none"], "language": "discord"})
    found = await club.bot.servers.settings(club.guild.id)
    assert (found.channels, found.log, found.role, found.language) == ((), 0, 0, "")
    assert found.clock == ServerClock().kept()

    shown = await click(club.ann, page, "Change")
    club.forbid(club.other, "send_messages")
    quiet = club.guild.create_role("Quiet")
    values = {"channels": [club.channel], "clock": ["none"], "log": [club.other], "language": "de"}
    refused = await club.ann.submit_modal(shown, {**values, "role": [quiet]})
    assert "I may not post in" in said(refused)
    again = await reopened(club.ann, refused)
    assert (chosen(fields(again)["clock"]), chosen(fields(again)["language"])) == (["none"], ["de"])
    assert [each["id"] for each in fields(again)["log"]["default_values"]] == [club.other.id]
    assert "I may not post in" in fault_in(again)
    found = await club.bot.servers.settings(club.guild.id)
    assert (found.channels, found.log, found.role, found.language) == ((), 0, 0, "")
    shown = await click(club.ann, page, "Change")
    club.env.backend.guilds[club.guild.id].owner_id = club.ben.id
    told = said(await club.ann.submit_modal(shown, {"clock": ["none"], "language": "de"}))
    assert "Only server managers" in told


async def test_a_card_set_is_added_by_a_form_with_a_file(club: Club) -> None:
    club.env.backend.guilds[club.guild.id].owner_id = club.ann.id
    page = (await club.ann.slash(club.channel, "cards sets")).response
    shown = await click(club.ann, page, "Add a set")
    assert [field["type"] for field in fields(shown).values()] == [UPLOAD]
    told = said(await club.ann.submit_modal(shown, {"file": ("set.toml", HERONS)}))
    assert "is added" in told
    assert len(await club.bot.services.of(CardSets).sets(club.guild.id)) == 1
    other = (await club.ben.slash(club.channel, "cards sets")).response
    assert "Add a set" not in words_of(other)
    broken = await click(club.ann, page, "Add a set")
    told = said(await club.ann.submit_modal(broken, {"file": ("set.toml", b"[[broken")}))
    assert "cannot be added" in told


async def test_a_deck_is_added_by_a_form_with_a_file(club: Club) -> None:
    shown = await club.ann.slash(club.channel, "deck import", name="Tide", game="arclash")
    listed = b"2 TID-01\n1 TID-04\n"
    await club.ann.submit_modal(shown, {"name": "Tide", "file": ("deck.txt", listed)})
    (deck,) = await club.bot.services.of(DeckService).store.decks(club.ann.id, "arclash")
    assert (deck.name, dict(deck.entries)) == ("Tide", {"TID-01": 2, "TID-04": 1})
    shown = await club.ann.slash(club.channel, "deck import", name="Odd", game="arclash")
    refused = await club.ann.submit_modal(shown, {"name": "Odd", "file": ("deck.txt", b"2 Nobody")})
    form = await reopened(club.ann, refused)
    assert filled_in(form) == {"name": "Odd", "list": "2 Nobody"}
    shown = await club.ann.slash(club.channel, "deck import", name="Huge", game="arclash")
    told = said(await club.ann.submit_modal(shown, {"name": "Huge", "file": ("deck.txt", b"x" * 16_001)}))
    assert "16,000 is the most" in told
    assert len(await club.bot.services.of(DeckService).store.decks(club.ann.id, "arclash")) == 1


# opened again


async def test_a_refused_option_is_changed_in_a_form(club: Club) -> None:
    """All typed text is in it, and all choices are kept."""
    refused = await club.ann.slash(
        club.channel,
        "match new",
        game="papyrus",
        seats=3,
        options=f"{SMALL} start=sideways",
        clock="2 days a turn",
        rated=False,
        **{"at-zero": "resign"},
    )
    assert "No match was opened" in said(refused)
    assert "sideways" in said(refused)
    form = await reopened(club.ann, refused)
    assert filled_in(form) == {"options": f"{SMALL} start=sideways", "clock": "2 days a turn"}
    assert "sideways" in fault_in(form)
    await club.ann.submit_modal(form, {"options": SMALL, "clock": "2 days a turn"})
    (info,) = await club.service.open_matches()
    assert info.wanted == 3
    assert not info.match_terms.rated
    assert (info.match_terms.clock_terms.seconds, info.match_terms.clock_terms.at_zero) == (
        2 * 86400,
        "resign",
    )


async def test_options_of_a_games_own_command_are_kept_as_text(club: Club) -> None:
    refused = await club.ann.slash(club.channel, "papyrus new", map="nowhere", rounds=3, clock="a while")
    form = await reopened(club.ann, refused)
    typed = filled_in(form)
    assert sorted(typed["options"].split()) == ["map=nowhere", "rounds=3"]
    refused = await club.ann.submit_modal(form, {"options": "map=open rounds=3", "clock": "a while"})
    form = await reopened(club.ann, refused)
    assert "a while" in fault_in(form)
    await club.ann.submit_modal(form, {"options": "map=open rounds=3", "clock": "1 day a turn"})
    (info,) = await club.service.open_matches()
    assert info.options.rounds == 3
    refused = await club.ann.slash(club.channel, "papyrus new", seats=2)
    assert "formagain" not in str(refused.response), "nothing was typed"


async def test_a_refused_tournament_keeps_its_form(club: Club) -> None:
    shown = await club.ann.slash(club.channel, "tournament new", game="papyrus", format="cup", size=4)
    typed = {"options": SMALL, "clock": "", "days": "soon", "rating": "", "matches": ""}
    refused = await club.ann.submit_modal(shown, typed)
    form = await reopened(club.ann, refused)
    assert filled_in(form) == typed
    assert "soon" in fault_in(form), "there is no room above five fields"
    await club.ann.submit_modal(form, {**typed, "days": "9"})
    (found,) = await club.bot.services.of(Competitions).on_server(club.guild.id, 2)
    assert (found.plans.size, found.plans.days) == (4, 9)


async def test_a_refused_card_file_is_corrected_in_a_form(club: Club) -> None:
    """Also a file that is longer than one field."""
    max_ = keeper(club)
    long = BROKEN + b"\n# " + b"\n# ".join([b"x" * 90] * 50)
    refused = await max_.slash(club.channel, "cards add", file=("reed.toml", long))
    form = await reopened(max_, refused)
    assert "level" in fault_in(form)
    typed = filled_in(form)
    assert len(typed) > 1
    assert "\n".join(typed.values()).encode() == long
    assert "Lines 1 to" in str(form.modal)
    mended = {key: words.replace("level = 7", "level = 2") for key, words in typed.items()}
    await max_.submit_modal(form, mended)
    (kept,) = await club.bot.services.of(CardSets).sets(club.guild.id)
    assert (await club.bot.services.of(CardSets).text(kept)).startswith(HERONS[:2000])
    checked = await max_.slash(club.channel, "cards check", file=("reed.toml", BROKEN))
    form = await reopened(max_, checked)
    sent = await max_.submit_modal(form, {**filled_in(form), "0": HERONS.decode()})
    assert "Nothing is wrong with it" in said(sent)


async def test_every_form_and_its_refusal_are_translated_and_within_limits(club: Club) -> None:
    """The payload is checked against Discord's limits, which German words could exceed."""
    ann, channel = club.ann, club.channel
    club.speaks(ann, "de")
    club.env.backend.guilds[club.guild.id].owner_id = ann.id
    assert fields(await new_form(club, "Eine Partie eröffnen"))
    for command, button in (("table show", "Ändern"), ("cards sets", "Ein Set hinzufügen")):
        page = (await ann.slash(channel, command)).response
        assert fields(await click(ann, page, button))
    form = await ann.slash(channel, "deck import", game="arclash", name="Tides")
    words = [form.modal["title"], *[part["label"] for part in form.modal["components"]]]
    assert words == [
        "Ein Deck für Arclash",
        "Name",
        "Karten, eine je Zeile",
        "Oder eine Datei mit so einer Liste",
    ]
    refusals = (
        await ann.submit_modal(form, {"name": "Odd", "list": "2 Nobody"}),
        await ann.submit_modal(
            await ann.slash(channel, "tournament new", game="papyrus", format="cup", size=4),
            {"options": SMALL, "clock": "", "days": "bald", "rating": "", "matches": ""},
        ),
        await ann.slash(channel, "match new", game="papyrus", options="start=sideways"),
        await ann.slash(channel, "cards check", file=("reed.toml", BROKEN)),
    )
    assert "Es wurde keine Partie eröffnet" in said(refusals[2])
    for refused in refusals:
        assert fault_in(await reopened(ann, refused, "Noch einmal versuchen"))


async def test_a_form_is_empty_after_a_restart_and_private(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The typed text is only in memory, only for its author, and only of the latest users."""
    refused = await club.ann.slash(club.channel, "deck import", name="Mine", list="2 Nobody")
    assert filled_in(await reopened(club.ann, refused)) == {"name": "Mine", "list": "2 Nobody"}
    message: Any = refused.response
    (bens,) = await club.clicks_at_once((club.ben, message, control(message, "Try again")))
    assert set(filled_in(bens).values()) == {""}
    monkeypatch.setattr(club.bot.forms, "_refused", LRUCache(1))
    refused = await club.ann.slash(club.channel, "deck import", name="Mine", list="2 Nobody")
    await club.ben.slash(club.channel, "deck import", name="Ben's", list="2 Nobody")
    assert set(filled_in(await reopened(club.ann, refused)).values()) == {""}
    refused = await club.ann.slash(club.channel, "deck import", name="Mine", list="2 Nobody")
    await club.restart()
    assert set(filled_in(await reopened(club.ann, refused)).values()) == {""}

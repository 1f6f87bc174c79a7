"""Forms keep what was typed: what is refused comes back in a form, the fault beside it, in both languages."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from cogs.kit import forms
from tests.cardsets.uploads import BROKEN, HERONS
from tests.cogs.club import SMALL, Club
from tests.cogs.players import control, said

AGAIN = {"en-US": "Try again", "de": "Noch einmal versuchen"}


async def reopened(member: MemberActor, refused: InteractionResult, locale: str = "en-US") -> Any:
    """Return the form that the button under a refusal opens."""
    assert refused.response is not None
    form = await member.click(refused.response, custom_id=control(refused.response, AGAIN[locale]))
    assert form.modal is not None, said(form)
    return form


def filled_in(form: Any) -> dict[str, str]:
    """Return what is typed into the fields of a form."""
    typed = [
        part["component"] for part in form.modal["components"] if part.get("component", {}).get("type") == 4
    ]
    return {field["custom_id"]: field.get("value") or "" for field in typed}


def fault_in(form: Any) -> str:
    """Return what a form says above its fields, or under the first label."""
    first = form.modal["components"][0]
    return str(first["content"] if first["type"] == 10 else first["description"])


@pytest.mark.parametrize(
    ("locale", "head"), [("en-US", "No match was opened"), ("de", "Es wurde kein Match eröffnet")]
)
async def test_a_refused_option_is_changed_in_a_form(club: Club, locale: str, head: str) -> None:
    """All that was typed stands in it, and all that was chosen counts."""
    club.speaks(club.ann, locale)
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
    assert head in said(refused)
    assert "sideways" in said(refused)
    form = await reopened(club.ann, refused, locale)
    assert filled_in(form) == {"options": f"{SMALL} start=sideways", "clock": "2 days a turn"}
    assert "sideways" in fault_in(form)
    await club.ann.submit_modal(form, {"options": SMALL, "clock": "2 days a turn"})
    (info,) = await club.service.open_matches()
    assert info.wanted == 3
    assert not info.match_terms.rated
    assert (info.match_terms.terms.seconds, info.match_terms.terms.at_zero) == (2 * 86400, "resign")


async def test_options_of_a_games_own_command_come_back_as_words(club: Club) -> None:
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


async def test_nothing_typed_is_refused_without_a_form(club: Club) -> None:
    await club.ann.slash(club.channel, "match new", game="papyrus")
    for _ in range(2):
        refused = await club.ann.slash(club.channel, "papyrus new", seats=2)
    assert "formagain" not in str(refused.response)


@pytest.mark.parametrize("locale", ["en-US", "de"])
async def test_a_refused_tournament_keeps_its_form(club: Club, locale: str) -> None:
    club.speaks(club.ann, locale)
    shown = await club.ann.slash(club.channel, "tournament new", game="papyrus", format="cup", size=4)
    typed = {"options": SMALL, "clock": "", "days": "soon", "rating": "", "matches": ""}
    refused = await club.ann.submit_modal(shown, typed)
    form = await reopened(club.ann, refused, locale)
    assert filled_in(form) == typed
    assert "soon" in fault_in(form), "there is no room above five fields"
    await club.ann.submit_modal(form, {**typed, "days": "9"})
    (found,) = await club.bot.competitions.on_server(club.guild.id, 2)
    assert (found.plans.size, found.plans.days) == (4, 9)


@pytest.mark.parametrize(("locale", "lines"), [("en-US", "Lines 1 to"), ("de", "Zeilen 1 bis")])
async def test_a_refused_card_file_is_mended_in_a_form(club: Club, locale: str, lines: str) -> None:
    """Also a file that is longer than one field."""
    role = club.guild.create_role("Keeper", permissions=discord.Permissions(manage_guild=True))
    max_ = club.guild.add_member(club.env.create_user("Max"), roles=[role])
    club.speaks(max_, locale)
    long = BROKEN + b"\n# " + b"\n# ".join([b"x" * 90] * 50)
    refused = await max_.slash(club.channel, "cards add", file=("reed.toml", long))
    form = await reopened(max_, refused, locale)
    assert "level" in fault_in(form)
    typed = filled_in(form)
    assert len(typed) > 1
    assert "\n".join(typed.values()).encode() == long
    assert lines in str(form.modal)
    mended = {key: words.replace("level = 7", "level = 2") for key, words in typed.items()}
    await max_.submit_modal(form, mended)
    (kept,) = await club.bot.card_sets.sets(club.guild.id)
    assert (await club.bot.card_sets.text(kept)).startswith(HERONS[:2000])
    checked = await max_.slash(club.channel, "cards check", file=("reed.toml", BROKEN))
    form = await reopened(max_, checked, locale)
    sent = await max_.submit_modal(form, {**filled_in(form), "0": HERONS.decode()})
    assert {"en-US": "Nothing is wrong with it", "de": "Daran ist nichts auszusetzen"}[locale] in said(sent)


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en-US", ["A deck of Arclash", "Name", "Cards, one on each line", "Or a file with such a list"]),
        (
            "de",
            ["Ein Deck für Arclash", "Name", "Karten, eine je Zeile", "Oder eine Datei mit so einer Liste"],
        ),
    ],
)
async def test_a_form_is_in_ones_language(club: Club, locale: str, words: list[str]) -> None:
    club.speaks(club.ann, locale)
    form = await club.ann.slash(club.channel, "deck import", game="arclash", name="Tides")
    assert form.modal is not None
    assert [form.modal["title"], *[part["label"] for part in form.modal["components"]]] == words


async def test_a_form_is_empty_after_a_restart_and_nobody_elses(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was typed is in memory alone, for its typist alone, and of the last people alone."""
    refused = await club.ann.slash(club.channel, "deck import", name="Mine", list="2 Nobody")
    assert filled_in(await reopened(club.ann, refused)) == {"name": "Mine", "list": "2 Nobody"}
    message: Any = refused.response
    (bens,) = await club.clicks_at_once((club.ben, message, control(message, "Try again")))
    assert set(filled_in(bens).values()) == {""}
    monkeypatch.setattr(forms, "MOST_KEPT", 1)
    await club.ben.slash(club.channel, "deck import", name="Ben's", list="2 Nobody")
    assert set(filled_in(await reopened(club.ann, refused)).values()) == {""}
    refused = await club.ann.slash(club.channel, "deck import", name="Mine", list="2 Nobody")
    await club.restart()
    assert set(filled_in(await reopened(club.ann, refused)).values()) == {""}

"""The differences between two versions of a set, in each game with cards and in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.base.language import Language, speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.files.reading import read_card_set
from bot.engine.cards.game import AnyCardGame
from bot.games.registry import GAMES
from bot.parts.workshop.sets.differences import CardDifference, differences, heading, summary
from tests.parts.workshop.lab.own_sides import own_side
from tests.parts.workshop.sets.uploads import HERONS, OTHER_HERONS

CARD_GAMES: dict[str, AnyCardGame] = {
    key: game.cards for key, game in GAMES.items() if game.cards is not None
}
ARCLASH = CARD_GAMES["arclash"]
GERMAN = language("de")


def read(content: bytes) -> Any:
    found = read_card_set(content, "reed.toml", ARCLASH.format, ARCLASH.library.standard).set
    assert found is not None
    return found


def told(old: bytes, new: bytes) -> dict[str, tuple[str, ...]]:
    return {heading(each): each.told for each in differences(ARCLASH, read(old), read(new))}


CHANGED = (
    OTHER_HERONS.replace(b"Heron Chick", b"Heron Hen")
    .replace(b'["Heron", "Patient"]', b'["Heron", "Slow"]')
    .replace(b'{ trait = "Patient" }', b'{ trait = "Slow" }')
    .replace(b"by = 20", b"by = 25")
    .replace(b"REE-11 = 2", b"REE-11 = 1, TID-05 = 1")
    .replace(b"level = 4\n", b'level = 4\nmotif = "shell"\n')
)


DIVER = "Diver for Dropped Things"


def test_a_card_is_compared_part_by_part() -> None:
    found = told(HERONS, CHANGED)
    assert found["The set"] == (
        "is called “The Dry Reed Bank” instead of “The Reed Bank”",
        "Lineages, new: The Dry Reed Bank",
        "Lineages, no longer: The Reed Bank",
        f"ready deck “Standing Still”: 1 instead of 2 of Ripple and 1 instead of 0 of {DIVER}",
    )
    assert found["Heron Hen (REE-01)"] == (
        "is called “Heron Hen” instead of “Heron Chick”",
        "power 325 instead of 300",
    )
    assert found["Still Heron (REE-02)"] == (
        "new traits: [Slow]",
        "no longer: [Patient]",
        "new: “Start of Battle: your Character gains 25 power.”",
        "no longer: “Start of Battle: your Character gains 20 power.”",
    )
    assert found["Heron of the Whole River (REE-04)"] == ("another drawing",)
    assert "Ripple (REE-11)" not in found


def test_a_set_uses_only_its_own_translations() -> None:
    """Shipped translations would show "Büro" for a custom card "Clerk"."""
    words = b'\n[words.de]\n"Heron Chick" = "Reiherk\xc3\xbcken"\n'
    old = HERONS.replace(b"Still Heron", b"Clerk") + words
    with speaking(GERMAN):
        found = told(old, old.replace(b"by = 20", b"by = 25").replace(b"power = 300", b"power = 325"))
    assert {name for name in found if "REE-0" in name} == {"Reiherküken (REE-01)", "Clerk (REE-02)"}


def test_differences_are_in_german() -> None:
    with speaking(GERMAN):
        found = told(HERONS, CHANGED)
        told_summary = summary(differences(ARCLASH, read(HERONS), read(CHANGED)))
    assert found["Heron Hen (REE-01)"] == ("heißt „Heron Hen“ statt „Heron Chick“", "Stärke 325 statt 300")
    assert "nicht mehr: [Patient]" in found["Still Heron (REE-02)"]
    assert told_summary == "4 Karten geändert"


def test_new_and_removed_cards_are_listed_with_their_text() -> None:
    old = read(HERONS)
    fewer = replace(old, supports=())
    (gone,) = [each for each in differences(ARCLASH, old, fewer) if each.what != "set"]
    (new,) = [each for each in differences(ARCLASH, fewer, old) if each.what != "set"]
    assert (heading(gone), heading(new)) == ("Ripple (REE-11), gone", "Ripple (REE-11), new")
    assert gone.told == new.told == ("Support", "“When played: your Character gains 50 power.”")
    assert summary([gone]) == "1 card gone"


def test_unprinted_changes_are_listed() -> None:
    old = read(HERONS)
    card = replace(old.supports[0], flavour="")
    without = replace(old, supports=(card,))
    (change,) = differences(ARCLASH, old, without)
    assert change.told == ("another flavour text",)
    assert summary(()) == "Nothing is different."


@pytest.mark.parametrize("key", ["arclash", "overcross"])
def test_a_changed_kind_of_card_is_listed_with_both_kinds(key: str) -> None:
    game = CARD_GAMES[key]
    one = next(each for each in game.library.standard.sets if len(kinds_in(game, each)) > 1)
    old, other = list(kinds_in(game, one).values())[:2]
    new = replace(other, number=old.number)
    changes = differences(game, alone(game, one, old), alone(game, one, new))
    (change,) = [each for each in changes if each.what == "changed"]
    assert f"{game.in_words(new).kind} instead of {game.in_words(old).kind}" in change.told


def kinds_in(game: AnyCardGame, one: Any) -> dict[str, Any]:
    return {card.kind: card for card in cards_of(game, one)}


def cards_of(game: AnyCardGame, one: Any) -> list[Any]:
    return list(game.pool_type.cards_of(one))


def alone(game: AnyCardGame, one: Any, card: Any) -> Any:
    """Return the set with only this card."""
    fields = dict.fromkeys(game.pool_type.fields, ())
    field = next(
        field
        for field in game.pool_type.fields
        if any(type(each) is type(card) for each in getattr(one, field))
    )
    return replace(one, **{**fields, field: (card,)})


@pytest.mark.parametrize("key", CARD_GAMES)
@pytest.mark.parametrize("spoken", [None, GERMAN])
@given(data=st.data())
def test_every_changed_figure_is_listed(key: str, spoken: Language | None, data: st.DataObject) -> None:
    """Property: a changed figure is listed with both its values, and nothing else is."""
    game = CARD_GAMES[key]
    one = data.draw(st.sampled_from(game.library.standard.sets))
    card = data.draw(st.sampled_from(cards_of(game, one)))
    field = data.draw(
        st.sampled_from([each for each in game.figures if each in card.__struct_fields__] or [""])
    )
    if not field:
        return
    pool = game.pool_type([one]).with_card(replace(card, **{field: 7 + getattr(card, field)}))
    with speaking(spoken) if spoken is not None else speaking(language("en")):
        (change,) = differences(game, one, pool.sets[0])
    assert (change.what, change.number) == ("changed", card.number)
    assert f"{7 + getattr(card, field)}" in change.told[0]
    assert change.told[0].endswith(f" {getattr(card, field)}")


@pytest.mark.parametrize("key", CARD_GAMES)
def test_a_set_equals_itself_and_any_card_can_be_removed(key: str) -> None:
    game = CARD_GAMES[key]
    for one in game.library.standard.sets:
        assert differences(game, one, one) == ()
        for field in game.pool_type.fields:
            cards = getattr(one, field)
            if cards:
                found: tuple[CardDifference, ...] = differences(game, one, replace(one, **{field: cards[1:]}))
                assert [(each.what, each.number) for each in found] == [("gone", cards[0].number)]
                assert all(found[0].told)


WORDED = (
    HERONS
    + b"""
[words.de]
"Heron Chick" = "Reiherk\xc3\xbcken"
"Ripple" = "Welle"
"The Reed Bank" = "Das Schilf"
"""
)


def test_changed_translations_are_told_word_by_word() -> None:
    other = WORDED.replace(b"Reiherk\xc3\xbcken", b"Junger Reiher").replace(
        b'"Ripple" = "Welle"', b'"Striking Heron" = "Sto\xc3\x9freiher"'
    )
    (words,) = told(WORDED, other)["The set"]
    assert words.startswith("words in de: “Heron Chick” is “Junger Reiher” instead of “Reiherküken”, ")
    assert words.endswith("“Striking Heron” is now “Stoßreiher” and “Ripple” has no word any more")
    (first,) = told(HERONS, WORDED)["The set"]
    assert first.startswith("words in de: “Heron Chick” is now “Reiherküken”")


def test_a_new_name_with_the_same_translation_is_told_as_it_is_written() -> None:
    other = WORDED.replace(b'"Heron Chick"', b'"Heron Hen"').replace(b"Heron Chick", b"Heron Hen")
    with speaking(GERMAN):
        found = differences(ARCLASH, read(WORDED), read(other))
    words = [phrase for each in found if each.number == "REE-01" for phrase in each.told]
    assert words == ["heißt „Heron Hen“ statt „Heron Chick“"]


def test_hue_motif_and_description_of_a_lineage_and_keywords_are_told() -> None:
    hued = HERONS.replace(b"hue = 100", b"hue = 200", 1).replace(b'motif = "leaf"', b'motif = "shell"', 1)
    assert hued != HERONS
    assert told(HERONS, hued)["The set"] == (
        "lineage “The Reed Bank”: another drawing and hue 200 instead of 100",
    )
    keyword = b"""
[keywords.drizzle]
name = { en = "Drizzle", de = "Niesel" }
on = "played"
then = [{ do = "shield", against = ["discard"] }]
"""
    before = (
        HERONS.replace(
            b'flavour = "Something moved."', b'flavour = "Something moved."\nkeywords = ["drizzle"]'
        )
        + keyword
    )
    assert told(before, before.replace(b"Niesel", b"Regen"))["The set"] == (
        "keyword “drizzle”: another name",
    )
    (effect,) = told(before, before.replace(b'["discard"]', b'["level-down"]'))["The set"]
    assert effect == "keyword “drizzle”: another effect"


def test_a_deck_for_other_points_is_told() -> None:
    overcross = CARD_GAMES["overcross"]

    def of(content: bytes) -> Any:
        return read_card_set(content, "tea.toml", overcross.format, overcross.library.standard).set

    old, new = (
        own_side(points=60),
        own_side(points=60).replace(b"points = 60", b'points = 70\nobjectives = ["flag"]'),
    )
    (change,) = differences(overcross, of(old), of(new))
    assert change.told == (
        "ready deck “House Blend”: made for 70 points instead of 60 and for other objectives",
    )

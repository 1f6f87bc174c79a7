"""The findings of the translation check, each with a similar correct translation."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog

from bot.base.languages.checking import disagreements, faults


def catalogue(*messages: tuple[object, object], context: str | None = None) -> Catalog:
    made = Catalog(locale="de")
    for said, translation in messages:
        made.add(said, translation, context=context)  # type: ignore[arg-type]
    return made


def found(said: object, translation: object) -> list[str]:
    template = catalogue((said, "" if isinstance(said, str) else ("", "")))
    return [fault.what for fault in faults("part", template, catalogue((said, translation)))]


@pytest.mark.parametrize(
    ("said", "right", "wrong", "told"),
    [
        ("Ready", "Bereit", "", "no translation"),
        ("{who} wins", "{who} gewinnt", "{wer} gewinnt", "{who}"),
        ("{who} wins", "{who} gewinnt", "Jemand gewinnt", "needs the values {who}, and has none"),
        ("{a} to {b}", "{b} von {a}", "{a} nach {a}", "needs the values {a}, {b}"),
        (
            ("{number} card", "{number} cards"),
            ("eine Karte", "{number} Karten"),
            ("", "{number} Karten"),
            "no translation",
        ),
        (
            ("{number} of {who}", "{number} of {who}"),
            ("eine von {who}", "{number} von {who}"),
            ("eine", "{number} von {who}"),
            "{who}",
        ),
        ("Type /match board", "Tippe /match board", "Tippe /partie brett", "the same commands"),
        ("See `S-1 C7` there", "Dort `S-1 C7`", "Dort `S-1 C8`", "the same `...`"),
        ("```\nodds 1-3  4\n```", "```\nChance 1-3 4\n```", "```\nChance 1-4 3\n```", "the same `...`"),
        ("**{who}** wins", "Es gewinnt **{who}**", "Es gewinnt {who}", "the same markup"),
        ("### Rules\nText", "### Regeln\nText", "Regeln\nText", "the same markup"),
        (" and more", " und mehr", "und mehr", "at its ends"),
        (r"Write \*", r"Schreib \*", r"Schreib \\*", "same backslashes"),
        ("=3 counts threes", "=3 zählt Dreien", "'=3 zählt Dreien", "an apostrophe"),
    ],
)
def test_an_invalid_translation_is_reported(said: object, right: object, wrong: object, told: str) -> None:
    assert found(said, right) == []
    assert any(told in fault for fault in found(said, wrong)), found(said, wrong)


def test_command_words_that_are_too_long_for_discord_are_reported() -> None:
    template = catalogue(("Roll dice", ""))
    for length, told in ((100, []), (101, ["has more than 100 characters, which Discord does not take"])):
        kept = catalogue(("Roll dice", "x" * length))
        assert [fault.what for fault in faults("commands", template, kept)] == told
        assert list(faults("posts", template, kept)) == []


def test_missing_and_unused_messages_are_reported() -> None:
    template, kept = catalogue(("Ready", "")), catalogue(("Steady", "Fertig"))
    told = [str(fault) for fault in faults("part", template, kept)]
    assert len(told) == 2
    assert "not in the catalogue" in told[0]
    assert "nowhere any more" in told[1]


def test_a_fuzzy_translation_is_reported() -> None:
    kept = Catalog(locale="de")
    kept.add("Ready", "Bereit", flags=("fuzzy",))
    assert ["uncertain" in fault.what for fault in faults("part", catalogue(("Ready", "")), kept)] == [True]


def test_two_translations_of_one_message_are_reported_unless_contexts_differ() -> None:
    verb, noun = catalogue(("Draw", "Ziehen")), catalogue(("Draw", "Unentschieden"))
    assert len(list(disagreements([("a", verb), ("b", noun)]))) == 1
    card = catalogue(("Draw", "Die Ziehung"), context="card")
    assert list(disagreements([("a", verb), ("b", verb), ("c", card)])) == []

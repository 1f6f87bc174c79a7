"""A beginner's mistakes are named with what to write instead, and never in a parser's words."""

from __future__ import annotations

import pytest

from tests.engine.cards.card_files.sound import SOUND, changed, only, read

MISTAKES = [
    (SOUND.replace("[[characters]]", "[characters]"), 20, "in double brackets: [[characters]]."),
    (changed("[[characters]]", "[characters]"), 20, "in double brackets: [[characters]]."),
    (changed('"Heron Chick"', "“Heron Chick"), 12, "a double quote is missing"),
    (changed('["Heron"]', "[“Heron]"), 16, "a double quote is missing"),
    (changed('"Heron Chick"', '"Heron Chick'), 12, "a double quote is missing"),
    (changed('"Heron Chick"', 'Heron Chick"'), 12, "a double quote is missing"),
    (changed('"Heron Chick"', "Heron Chick"), 12, 'a text needs double quotes: "Heron Chick".'),
    (changed("power = 300", "power 300"), 14, "an equals sign is missing"),
    (changed("power = 300", "power: 300"), 14, "an equals sign is missing"),
    (changed("power = 300", "power = 300,"), 14, "a comma ends this line"),
    (changed("power = 300", "power = 3,5"), 14, "a full stop, no comma: 3.5."),
    (changed("power = 300", "power = 0300"), 14, "does not begin with 0: write 300."),
    (changed('traits = ["Heron"]', 'traits = ["Heron"'), 17, "a [ is not closed"),
    (changed('traits = ["Heron"]', 'traits = ["Heron"]]'), 16, "a ] closes nothing"),
    (changed('["Heron", "Patient"]', '["Heron" "Patient"]'), 26, "commas between them"),
    (changed("level = 1", "level = yes"), 15, "write true or false, in small letters."),
    (changed("level = 1", "level = True"), 15, "write true or false, in small letters."),
]


@pytest.mark.parametrize(("content", "line", "words"), MISTAKES)
def test_what_is_no_toml_is_told_with_the_remedy(content: str, line: int, words: str) -> None:
    found = only(content)
    assert (found.code, found.line) == ("E008", line)
    assert words in found.sentence
    assert found.sentence.endswith(".")


@pytest.mark.parametrize(
    ("straight", "curly"), [('"Heron Chick"', "“Heron Chick”"), ('["Heron"]', "[“Heron”]")]
)
def test_texts_in_the_quotation_marks_of_a_word_processor_are_read(straight: str, curly: str) -> None:
    assert read(changed(straight, curly)).set == read(SOUND).set


def test_one_table_in_single_brackets_is_told_like_several() -> None:
    (found, *_) = read(SOUND.split("[[characters]]")[0] + '[characters]\nnumber = "REE-01"\n').findings
    assert (found.code, found.sentence.endswith("in double brackets: [[characters]].")) == ("E103", True)


def test_a_word_that_is_right_at_another_level_is_not_suggested_again() -> None:
    """E307 said: there is no [Striking] Character of Level 1 (did you mean "Striking"?)."""
    found = read(changed('{ word = "Heron" }', '{ word = "Striking" }')).findings[0]
    assert found.code == "E307"
    assert found.sentence.endswith("of Level 1 to advance from: those are of Level 3.")

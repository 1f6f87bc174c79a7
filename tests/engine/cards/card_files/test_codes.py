"""Every code of the checker: a file that causes it, and a similar one that does not (ARC-19)."""

from __future__ import annotations

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.files.finding import severity
from bot.games.catalogue import card_codes
from tests.engine.cards.card_files.examples import EXAMPLES, NOT_ALONE, OF_OVERCROSS
from tests.engine.cards.card_files.sound import SOUND, codes, read

CODES = {**card_codes(), **card_codes("arclash")}


def test_the_valid_set_has_no_finding():
    reading = read(SOUND)
    assert reading.findings == ()
    assert reading.set.key == "reed"


def test_every_code_has_a_faulty_example_and_a_near_miss():
    assert sorted(EXAMPLES) == sorted(CODES)


@pytest.mark.parametrize("code", sorted(CODES))
def test_the_faulty_example_causes_only_its_code(code):
    """In one short sentence on one line; an error refuses the set, and advice does not."""
    reading = read(EXAMPLES[code].faulty)
    assert {found.code for found in reading.findings} - NOT_ALONE.get(code, set()) == {code}
    for found in reading.findings:
        assert str(found).startswith("reed.toml")
        assert str(found).isprintable()
        assert found.sentence.endswith(".")
        assert len(found.sentence) < 300
    assert (reading.set is None) == bool(reading.errors) == (severity(code) == "error")


def test_a_set_of_another_game_has_one_finding_instead_of_one_for_each_key():
    (finding,) = read(OF_OVERCROSS).findings
    assert finding.sentence == "this looks like a card set of Overcross: check it as one."
    with speaking(language("de")):
        (german,) = read(OF_OVERCROSS).findings
    assert "Overcross" in german.sentence != finding.sentence


def test_a_faulty_set_belongs_to_no_game_without_its_tables():
    """Neo-Combat has no Characters, and would have one finding where Arclash has many."""
    assert codes(SOUND.replace("power", "powre")) == ["E101"]


@pytest.mark.parametrize("code", sorted(CODES))
def test_the_similar_example_has_no_finding(code):
    found = read(EXAMPLES[code].near).findings
    crowded = {"A005"} - {code}  # as many letters or parts as a card may have are too many for its picture
    assert [str(finding) for finding in found if finding.code not in crowded] == []

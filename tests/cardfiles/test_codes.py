"""Every code of the checker: what sets it off, and what only just does not (ARC-19)."""

from __future__ import annotations

import pytest

from bot.cardfiles import codes_of
from bot.engine.language import speaking
from bot.games.arclash.cardgame import FORMAT
from bot.languages.catalogues import language
from tests.cardfiles.examples import EXAMPLES, NOT_ALONE, OF_OVERCROSS
from tests.cardfiles.sound import SOUND, codes, read

CODES = codes_of(FORMAT)


def test_the_sound_set_has_nothing_to_find():
    reading = read(SOUND)
    assert reading.findings == ()
    assert reading.set.key == "reed"


def test_every_code_has_a_faulty_example_and_a_near_miss():
    assert sorted(EXAMPLES) == sorted(CODES)


@pytest.mark.parametrize("code", sorted(CODES))
def test_the_faulty_example_sets_off_its_code_and_no_other(code):
    found = codes(EXAMPLES[code].faulty)
    assert set(found) - NOT_ALONE.get(code, set()) == {code}


def test_a_set_of_another_game_is_told_so_once_in_place_of_each_of_its_keys():
    (finding,) = read(OF_OVERCROSS).findings
    assert finding.sentence == "this looks like a card set of Overcross: check it as one."
    with speaking(language("de")):
        (german,) = read(OF_OVERCROSS).findings
    assert "Overcross" in german.sentence != finding.sentence


def test_a_faulty_set_is_of_no_game_that_does_not_know_its_tables():
    """Neo-Combat has no Characters, and would find one fault where Arclash finds many."""
    assert codes(SOUND.replace("power", "powre")) == ["E101"]


@pytest.mark.parametrize("code", sorted(CODES))
def test_the_near_miss_sets_off_nothing(code):
    assert [str(finding) for finding in read(EXAMPLES[code].near).findings] == []


@pytest.mark.parametrize("code", sorted(CODES))
def test_an_error_keeps_the_set_out_and_advice_does_not(code):
    reading = read(EXAMPLES[code].faulty)
    assert (reading.set is None) == (CODES[code].severity == "error")
    assert bool(reading.errors) == (CODES[code].severity == "error")


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_finding_is_one_short_sentence_on_one_line(code):
    for finding in read(EXAMPLES[code].faulty).findings:
        assert str(finding).startswith("reed.toml")
        assert str(finding).isprintable()
        assert finding.sentence.endswith(".")
        assert len(finding.sentence) < 300

"""The messages of verification are in the selected language, as in `/match past verify`."""

from __future__ import annotations

import json

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.parts.proofs.verify import summary
from tests.audited import audits, plain, series, verdict
from tests.languages.marked import MARKED, unmarked
from tests.tampering import tampered

GERMAN = language("de")
EVERY = 5
"""One in this number of the changes is tried here."""


@pytest.fixture(scope="module")
def honest():
    (found,) = audits(series(players=["skirmisher"]))
    return found


def test_every_disagreement_is_translated(honest):
    with speaking(MARKED):
        said = [verdict(json.dumps(changed).encode()) for _, changed in tampered(plain(honest), EVERY)]
    assert [sentence for sentence in said if unmarked(sentence) or not sentence.startswith("⟦")] == []
    assert len(set(said)) > 100


def test_a_changed_file_is_found_in_every_language(honest):
    changes = [json.dumps(changed).encode() for _, changed in tampered(plain(honest), EVERY * 10)]
    draw = next(draw for draw in honest.draws if draw.purpose == "attack")
    (die,) = draw.result
    changed = plain(honest)
    changed["draws"][draw.n]["result"] = [die % 6 + 1]
    with speaking(GERMAN):
        assert all(verdict(change) for change in changes)
        assert verdict(json.dumps(plain(honest)).encode()) == ""
        assert verdict(json.dumps(changed).encode()) == (
            f"Ziehung {draw.n} (attack): In der Datei steht {die % 6 + 1}, der Startwert ergibt {die}."
        )


def test_the_summary_of_a_match_is_in_german(honest):
    actions, draws = len(honest.actions), len(honest.draws)
    with speaking(GERMAN):
        assert summary(honest) == f"papyrus, 2 Plätze, {actions} Aktionen, {draws} Ziehungen"
    with speaking(MARKED):
        assert unmarked(summary(honest), ["papyrus"]) == []

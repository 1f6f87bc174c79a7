"""Card files of Neo-Combat are checked before they are played, with a code and a line."""

from __future__ import annotations

import pytest

from bot.engine.cards.files.reading import read_card_set
from bot.engine.cards.files.tokens import SHIPPED
from bot.games.catalogue import DATA
from bot.games.neocombat.cards.format import FORMAT
from tests.games.neocombat.table import POOL

SHIPPED_SET = (DATA / "neo-combat" / "sets" / "core.toml").read_text(encoding="utf-8")


def card(abilities, further=""):
    """Return a file with one card of these abilities, and two varans."""
    return f"""
key = "mine"
title = "Mine"

[[actions]]
number = "MY-01"
name = "Something"
copies = 2
{further}
abilities = [{abilities}]

[[varans]]
id = "A1"
name = "One"
speed = 1
health = 5
attributes = ["fighter"]

[[varans]]
id = "A2"
name = "Two"
speed = 2
health = 5
attributes = []
"""


def found(content):
    """Return the codes and sentences of the findings in a file."""
    reading = read_card_set(content, "mine.toml", FORMAT)
    assert (reading.set is None) == bool(reading.errors)
    return [(finding.code, finding.sentence) for finding in reading.errors]


def test_the_shipped_file_is_valid():
    reading = read_card_set(SHIPPED_SET, "core.toml", FORMAT, bounds=SHIPPED)
    assert reading.findings == ()
    assert reading.set == POOL.sets[0]


def test_a_custom_card_is_read():
    strike = '{ do = "attack", kind = "strike", by = 5 }'
    assert found(card(PLAYED % ('user = {}, target = { within = "same-sector" },', strike))) == []


ANSWER = '{ on = "reaction", to = ["shot"], then = [%s] }'
PLAYED = '{ on = "played", %s then = [%s] }'
TWICE = '{ do = "attack", kind = "shot", by = 2, then = [{ do = "spot" }] }'
ASKS = '{ do = "if", test = { test = "varan"%s }, then = [{ do = "turn" }] }'
ATTACK = '{ do = "attack", kind = "shot", by = 2 }'


@pytest.mark.parametrize(
    ("abilities", "code", "words"),
    [
        (ANSWER % '{ do = "spot" }', "E431", "no attack and no sensor"),
        (ANSWER.replace("shot", "sensor") % '{ do = "reduce", by = 1 }', "E431", "a sensor does no damage"),
        (PLAYED % ("", '{ do = "cancel" }'), "E431", "only an answer"),
        (PLAYED % ("user = {}, target = {},", f'{ATTACK}, {{ do = "draw" }}'), "E432", 'into its own "then"'),
        (PLAYED % ("user = {}, target = {},", f'{{ do = "draw" }}, {ATTACK}'), "E432", "comes first"),
        (PLAYED % ("user = {}, target = {},", TWICE), "E432", "comes first"),
        (PLAYED % ("", '{ do = "turn" }'), "E433", "name a target"),
        (PLAYED % ("user = {},", ATTACK), "E433", "meant for an enemy varan"),
        (PLAYED % ("target = {},", ATTACK), "E433", "an attack has a user"),
        (PLAYED % ("user = {}, target = {},", '{ do = "turn" }'), "E433", "an attack has a user"),
        (PLAYED % ('user = {}, target = {}, phases = ["repair"],', ATTACK), "E434", "in combat alone"),
        (
            PLAYED % ('target = {}, phases = ["repair"],', '{ do = "damage", by = 1 }'),
            "E434",
            "all choose in secret",
        ),
        (PLAYED % ('target = { pieces = "own" },', '{ do = "damage", by = 1 }'), "E433", "to an enemy varan"),
        (PLAYED % ("target = {},", '{ do = "cloak", to = "self" }'), "E433", "no varan of yours"),
        (ANSWER.replace("shot", "sensor") % '{ do = "turn" }', "E433", "no attacker"),
        (PLAYED % ("", '{ do = "discard" }'), "E402", 'nothing is "foe" yet'),
        (
            PLAYED % ('target = { state = "cloaked", attribute = "tough" },', '{ do = "turn" }'),
            "E433",
            "are hidden",
        ),
        (PLAYED % ('target = { attribute = "tuogh" },', '{ do = "turn" }'), "E437", 'did you mean "tough"'),
        (PLAYED % ("target = {},", ASKS % ""), "E414", "one thing"),
        (PLAYED % ('extra = "sensors",', '{ do = "draw" }'), "E418", "give an extra card"),
        (PLAYED % ("", '{ do = "explode" }'), "E104", 'no effect "explode"'),
        (PLAYED % ('target = { pieces = "friend" },', '{ do = "turn" }'), "E1", "friend"),
        (PLAYED % ("user = {}, target = {}, twice = true,", ATTACK), "E1", "twice"),
        (PLAYED % ("", '{ do = "draw", count = 0 }'), "E417", ""),
    ],
)
def test_invalid_data_is_reported_with_its_code(abilities, code, words):
    codes = found(card(abilities))
    assert [each for each in codes if each[0].startswith(code) and words in each[1]], codes


def test_numbers_and_ids_are_used_once():
    twice = SHIPPED_SET.replace('number = "NC-02"', 'number = "NC-01"').replace('id = "A2"', 'id = "A1"')
    codes = [finding.code for finding in read_card_set(twice, "mine.toml", FORMAT, bounds=SHIPPED).errors]
    assert codes == ["E301", "E301"]


def test_an_id_of_a_varan_is_a_capital_and_digits():
    codes = found(card(PLAYED % ("", '{ do = "draw" }')).replace('"A2"', '"varan"'))
    assert "the id of a varan is a capital" in codes[0][1]

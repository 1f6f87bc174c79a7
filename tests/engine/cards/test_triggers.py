"""Card files whose triggers are tables, as in Neo-Combat: findings use the trigger's words."""

from __future__ import annotations

import pytest

from bot.engine.cards.files.reading import read_card_set
from bot.games.neocombat.cards.format import FORMAT

FILE = """
key = "drill"
title = "Drill"
[[actions]]
number = "DR-01"
name = "Aimed Shot"
copies = 2
abilities = [{{ {ability} }}]
"""


@pytest.mark.parametrize(
    ("ability", "told"),
    [
        (
            'on = "advance"',
            'E104 DR-01: abilities 1, on: there is no trigger "advance": it could be played, reaction.',
        ),
        ("", 'E102 DR-01: abilities 1: the key "on" is missing, which says when this happens.'),
        (
            'on = "reaction", to = ["shot"], size = "m", then = [{ do = "cancel" }]',
            (
                'E101 DR-01: abilities 1: the ability with on = "reaction" has no key "size":'
                " it could be then, to, extra."
            ),
        ),
    ],
)
def test_findings_use_the_words_of_the_trigger(ability: str, told: str) -> None:
    found = read_card_set(FILE.format(ability=ability), "drill.toml", FORMAT).findings
    assert [str(each) for each in found][:1] == [f"drill.toml:8: {told}"]

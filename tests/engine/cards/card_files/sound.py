"""A small valid set that tests change, and a card pool that it refers to."""

from __future__ import annotations

from functools import partial
from typing import Any

from bot.engine.cards.files.finding import Finding
from bot.engine.cards.files.reading import ReadResult, read_card_set
from bot.engine.cards.files.sheet_files import rows_of
from bot.engine.cards.files.spreadsheet import UNKNOWN, Kinds, read_sheet
from bot.games.arclash.cardgame import FORMAT
from bot.games.arclash.cards.cards import CardSet, DeckList, Lineage, Pool, Support
from bot.games.neocombat.cards.format import FORMAT as NEO_COMBAT
from bot.games.overcross.cards.checks import FORMAT as OVERCROSS
from bot.games.registry import GAMES
from bot.parts.workshop.sets.fitting import looks


def from_csv(text: str, kinds: Kinds = UNKNOWN) -> dict[str, Any]:
    """Return the set of a CSV as TOML would read it."""
    return read_sheet(rows_of(text, ".csv"), kinds).document


SOUND = """\
key = "reed"
title = "The Reed Bank"
description = "Herons that stand still."

[lineages.reed]
title = "The Reed Bank"
motif = "leaf"
hue = 100

[[characters]]
number = "REE-01"
name = "Heron Chick"
lineage = "reed"
power = 300
level = 1
traits = ["Heron"]
flavour = "All neck."
abilities = [{ on = "start-of-battle", then = [{ do = "buff", by = 10 }] }]

[[characters]]
number = "REE-02"
name = "Still Heron"
lineage = "reed"
power = 500
level = 2
traits = ["Heron", "Patient"]
advances = [{ which = { word = "Heron" } }]
abilities = [{ on = "start-of-battle", then = [{ do = "buff", by = 20 }] }]

[[characters]]
number = "REE-03"
name = "Striking Heron"
lineage = "reed"
power = 700
level = 3
traits = ["Heron"]
advances = [{ which = { trait = "Patient" }, costs = [{ pay = "discard" }] }]
abilities = [{ on = "start-of-battle", then = [{ do = "buff", by = 30 }] }]

[[characters]]
number = "REE-04"
name = "Heron of the Whole River"
lineage = "reed"
power = 900
level = 4
traits = ["Heron"]
advances = [{ costs = [{ pay = "discard", count = 3 }] }]
abilities = [{ on = "start-of-battle", then = [{ do = "buff", by = 40 }] }]

[[supports]]
number = "REE-11"
name = "Ripple"
lineage = "reed"
flavour = "Something moved."
abilities = [{ on = "played", then = [{ do = "buff", by = 50 }] }]
"""

BASE = Pool(
    [
        CardSet(
            key="pond",
            title="The Pond",
            lineages={"pond": Lineage("The Pond", "shell", 200)},
            supports=tuple(
                [Support(number=f"PON-{number:02}", name=f"Pond Snail {number}") for number in range(1, 16)]
            ),
            decks={"snails": DeckList("Snails", {f"PON-{number:02}": 2 for number in range(1, 16)})},
        )
    ]
)
"""Sixteen plain Supports, a lineage and a deck that is not legal."""


OTHERS = {"Neo-Combat": NEO_COMBAT, "Overcross": OVERCROSS}
"""The other games of card files."""


def read(content: str | bytes) -> ReadResult:
    """Read a file that refers to the pool."""
    return read_card_set(
        content,
        "reed.toml",
        FORMAT,
        BASE,
        others=lambda: OTHERS,
        looks=partial(looks, GAMES["arclash"].cards),
    )


def codes(content: str | bytes) -> list[str]:
    """Return the codes of all findings, each once."""
    return sorted({finding.code for finding in read(content).findings})


def errors(content: str | bytes) -> list[str]:
    """Return the codes of the errors, without advice."""
    return [code for code in codes(content) if code.startswith("E")]


def only(content: str | bytes) -> Finding:
    """Return the only finding."""
    (finding,) = read(content).findings
    return finding


def changed(old: str, new: str) -> str:
    """Return the valid set with one passage changed, the first occurrence."""
    assert old in SOUND, old
    return SOUND.replace(old, new, 1)


def top(lines: str) -> str:
    """Return the valid set with further lines at its top."""
    return changed('description = "Herons that stand still."\n', f'description = "Herons."\n{lines}\n')


def character(level: int, abilities: str) -> str:
    """Return the valid set with these abilities of the Character of a level."""
    then = f'on = "start-of-battle", then = [{{ do = "buff", by = {level * 10} }}]'
    return changed(f"abilities = [{{ {then} }}]", f"abilities = [{abilities}]")


def support(abilities: str) -> str:
    """Return the valid set with these abilities of its Support."""
    return changed(
        'abilities = [{ on = "played", then = [{ do = "buff", by = 50 }] }]', f"abilities = [{abilities}]"
    )


def at(level: int, effects: str, on: str = "start-of-battle") -> str:
    """Return the valid set with these effects of the Character of a level."""
    return character(level, f'{{ on = "{on}", then = [{effects}] }}')


def played(effects: str) -> str:
    """Return the valid set with these effects of its Support when it is played."""
    return support(f'{{ on = "played", then = [{effects}] }}')


def always(effects: str, needs: str = "") -> str:
    """Return the valid set with these permanent effects of its Level 3."""
    condition = f", needs = {needs}" if needs else ""
    return character(3, f'{{ on = "always"{condition}, then = [{effects}] }}')


def if_so(test: str, then: str = '{ do = "buff", by = 10 }', otherwise: str = "") -> str:
    """Return the valid set with a condition on its Support."""
    other = f", otherwise = [{otherwise}]" if otherwise else ""
    return played(f'{{ do = "if", test = {test}, then = [{then}]{other} }}')


def deck(cards: str) -> str:
    """Return the valid set with a ready-made deck of these cards, one `NUMBER = copies` a line."""
    return f'{SOUND}\n[decks.bank]\ntitle = "Bank"\n\n[decks.bank.cards]\n{cards}\n'


SNAILS = "\n".join([f"PON-{number:02} = 2" for number in range(1, 15)])
"""28 cards of the pool for a deck."""

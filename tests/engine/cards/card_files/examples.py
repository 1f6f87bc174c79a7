"""For each code of the checker: a file with exactly that fault, and a similar one without it."""

from __future__ import annotations

from typing import NamedTuple

from tests.engine.cards.card_files.sound import (
    SNAILS,
    SOUND,
    always,
    at,
    changed,
    character,
    deck,
    if_so,
    played,
    support,
    top,
)
from tests.games.arclash.nasty import any_of, join

KB = 1024
BUFF = '{ do = "buff", by = 10 }'
CHOSEN = '{ do = "debuff", by = 5, whose = "chosen" }'
ROLLED = '{ do = "buff", by = { amount = "rolled" } }'


def laborious(times: int) -> str:
    """Return the valid set with a Support that counts all discard piles this number of times, permanently."""
    tests = [
        f'{{ test = "cards", at_least = {50 + each}, cards = {{ zone = "discard", whose = "everyone" }} }}'
        for each in range(times)
    ]
    effects = [
        f'{{ do = "if", test = {any_of(tests[at : at + 16])}, then = [{BUFF}] }}'
        for at in range(0, times, 16)
    ]
    return support(f'{{ on = "always", then = [{join(effects)}] }}')


class Example(NamedTuple):
    """A file with a fault, and a similar valid one."""

    faulty: str | bytes
    near: str | bytes


def but(faulty: str, wrong: str, right: str) -> Example:
    """Return a file with a fault, and the same with another text in its place."""
    assert faulty.count(wrong) == 1, wrong
    return Example(faulty, faulty.replace(wrong, right))


def padded(size: int) -> str:
    """Return the valid set, filled with comments to this size in bytes."""
    line = "#" * 99 + "\n"
    missing = size - len(SOUND.encode())
    return SOUND + line * (missing // 100) + "#" * (missing % 100)


def keyword(named: str) -> str:
    """Return the valid set with a keyword, and these on its Support."""
    defined = """[keywords.drizzle]
name = { en = "Drizzle", de = "Niesel" }
on = "played"
then = [{ do = "shield", against = ["discard"] }]
"""
    return top(defined) + f"keywords = [{named}]\n"


def nested(depth: int) -> str:
    """Return the valid set with closed brackets of this depth, in the value of an unknown key."""
    return top("description_of_depth = " + "[" * depth + "]" * depth)


def within(depth: int) -> str:
    """Return a Support whose condition is at this depth of nodes."""
    test = '{ test = "score", at_least = 5 }'
    for _ in range(depth - 3):
        test = f'{{ test = "not", of = {test} }}'
    return if_so(test)


OF_OVERCROSS = """key = "reed"
title = "Reed"

[[characters]]
number = "REE-01"
name = "Heron"
speed = 3
defense = 3
deck = 2
play = 1
"""


def characters(count: int) -> str:
    """Return a set with this number of Level 1 Characters."""
    head = 'key = "reed"\ntitle = "Reed"\n'
    card = '[[characters]]\nnumber = "REE-{0:03}"\nname = "Heron {0}"\n'
    return head + "".join(card.format(number) for number in range(count))


def decks(count: int) -> str:
    """Return the valid set with this number of equal ready-made decks."""
    cards = f"REE-01 = 2\n{SNAILS}"
    return SOUND + "".join(
        f'\n[decks.d{number}]\ntitle = "D"\n[decks.d{number}.cards]\n{cards}\n' for number in range(count)
    )


def faults(count: int) -> str:
    """Return the valid set with this number of unknown keys."""
    return top("\n".join(f"unknown{number} = 1" for number in range(count)))


def traits(words: str) -> str:
    return changed('traits = ["Heron"]', f"traits = {words}")


def flavour(words: str) -> str:
    return changed("Something moved.", words)


def way(words: str) -> str:
    """Return the valid set with this way to its Level 3."""
    return changed('{ which = { trait = "Patient" }, costs = [{ pay = "discard" }] }', words)


def cost(level: int, words: str) -> str:
    """Return the valid set with these costs to advance to a level."""
    old = {
        2: '{ which = { word = "Heron" } }',
        3: '{ which = { trait = "Patient" }, costs = [{ pay = "discard" }] }',
        4: '{ costs = [{ pay = "discard", count = 3 }] }',
    }
    return changed(old[level], f"{{ costs = [{words}] }}")


def search(words: str) -> str:
    return played(f'{{ do = "search", {words} }}')


def circle() -> str:
    """Return two Level 2 Characters that can only advance from each other."""
    pair = ""
    for own, other in (("Mist", "Fog"), ("Fog", "Mist")):
        pair += (
            f'\n[[characters]]\nnumber = "REE-{20 + len(own)}"\nname = "{own}"\npower = 400\nlevel = 2\n'
            f'advances = [{{ level = 2, which = {{ name = "{other}" }} }}]\n'
        )
    return SOUND.replace("\n[[supports]]", f"{pair}\n[[supports]]")


def circle_with_a_way_in() -> str:
    return circle().replace("advances = [{ level = 2, which", "advances = [{}, { level = 2, which", 1)


def many_references(count: int) -> str:
    """Return a set in which every Character can advance from any other."""
    head = 'key = "reed"\ntitle = "Reed"\n[[characters]]\nnumber = "REE-00"\nname = "Egg"\n'
    ways = "advances = [{}, { level = 2 }, { level = 2 }, { level = 2 }]"
    card = '[[characters]]\nnumber = "REE-{0:03}"\nname = "Heron {0}"\nlevel = 2\npower = 300\n{1}\n'
    return head + "".join(card.format(number, ways) for number in range(count))


def lineage(key: str) -> str:
    """Return the valid set with a second lineage."""
    return changed(
        "[lineages.reed]", f'[lineages.{key}]\ntitle = "P"\nmotif = "leaf"\nhue = 1\n\n[lineages.reed]'
    )


def choices(effects: int) -> str:
    """Return the valid set with a Level 3 of 5 choices between two lists of this number of effects."""
    option = f"[{', '.join([BUFF] * effects)}]"
    return at(3, ", ".join([f'{{ do = "choose", options = [{option}, {option}] }}'] * 5))


def counting(cards: str) -> str:
    """Return the valid set with permanent power for each of some cards."""
    by = f'{{ amount = "count", cards = {cards}, at_most = 9 }}'
    return always(f'{{ do = "buff", by = {by} }}')


def two_buffs(first: int, second: int) -> str:
    """Return the valid set with a Level 2 that adds power when it comes into play, and permanently."""
    advance = f'{{ on = "advance", then = [{{ do = "buff", by = {first} }}] }}'
    return character(2, f'{advance}, {{ on = "always", then = [{{ do = "buff", by = {second} }}] }}')


def by_coin(effect: str) -> str:
    """Return an effect that depends on a coin."""
    return f'{{ do = "if", test = {{ test = "coin" }}, then = [{effect}] }}'


ERRORS = {
    "E001": Example(padded(64 * KB + 1), padded(64 * KB)),
    "E002": Example(changed("Ripple", "Rüffel").encode("latin-1"), changed("Ripple", "Rüffel")),
    "E003": Example(SOUND.replace("Ripple", "Rip\u202eple"), SOUND.replace("Ripple", "Ripplé – “yes”")),
    "E004": Example(f"{SOUND}#{'x' * 2000}", f"{SOUND}#{'x' * 1999}"),
    "E005": Example(nested(13), top("# " + "[" * 13)),
    "E006": Example(f"{SOUND}\n[a.b.c.d.e]\n", f"{SOUND}\n# a.b.c.d.e\n[decks]\n"),
    "E007": Example("[[characters]]\n" * 601, characters(300)),
    "E008": Example(f"{SOUND}\nmotif is a leaf\n", f'{SOUND}\nmotif = "leaf"\n'),
    "E009": Example(characters(301), characters(300)),
    "E010": Example(decks(21), decks(20)),
    "E011": Example(faults(100), SOUND),
    "E012": Example(many_references(200), many_references(90)),
    "E013": Example(OF_OVERCROSS, SOUND),
    "E014": Example("# nothing yet\n", SOUND),
    "E101": Example(changed("power = 300", "powre = 300"), changed("power = 300", "power = 301")),
    "E102": Example(changed('name = "Ripple"\n', ""), changed('flavour = "Something moved."\n', "")),
    "E103": Example(changed("power = 300", 'power = "300"'), changed("power = 300", "power = 3_00")),
    "E104": Example(played('{ do = "bufff", by = 10 }'), played('{ do = "buff", by = 10 }')),
    "E105": but(played('{ do = "draw", count = { amount = "dice", sides = 21 } }'), "21", "20"),
    "E106": Example(changed("Heron Chick", "H" * 41), changed("Heron Chick", "H" * 40)),
    "E107": Example(changed("REE-11", "REED-1"), changed("REE-11", "REEDS-111")),
    "E108": Example(traits('["Heron", "A", "B", "C", "D", "E"]'), traits('["Heron", "A", "B", "C", "D"]')),
    "E201": Example(flavour("One.\\nTwo."), flavour("One. Two.")),
    "E202": Example(flavour("Hello @everyone"), flavour("Hello, everyone at @reed")),
    "E203": Example(flavour("It is **still**"), flavour("It is still - 2 - 1_000, #1")),
    "E204": Example(flavour("Something  moved."), flavour("Something moved.")),
    "E301": Example(changed("REE-11", "PON-01"), changed("REE-11", "PON-16")),
    "E302": Example(changed('key = "reed"', 'key = "pond"'), changed('key = "reed"', 'key = "ponds"')),
    "E303": Example(
        deck(f"REE-01 = 2\n{SNAILS}").replace("decks.bank", "decks.snails"), deck(f"REE-01 = 2\n{SNAILS}")
    ),
    "E304": Example(lineage("pond"), lineage("ponds")),
    "E305": but(changed('lineage = "reed"', 'lineage = "rede"'), '"rede"', '"pond"'),
    "E306": but(search('where = "discard", which = { word = "Snial" }'), '"Snial"', '"snail"'),
    "E307": Example(
        way('{ which = { trait = "Heron Chick" }, costs = [{ pay = "discard" }] }'),
        way('{ which = { word = "Still heron" }, costs = [{ pay = "discard" }] }'),
    ),
    "E308": but(changed('flavour = "All neck."', "advances = [{ level = 1 }]"), "[{ level = 1 }]", "[]"),
    "E309": Example(
        changed('advances = [{ which = { word = "Heron" } }]', ""), changed('{ word = "Heron" }', "{}")
    ),
    "E310": Example('key = "reed"\ntitle = "Reed"\n', characters(1)),
    "E311": Example(keyword('"hail"'), keyword('"drizzle"')),
    "E312": Example(keyword('"drizzle", "drizzle"'), keyword('"drizzle"')),
    "E321": but(SOUND + '[words.de]\n"Heron Chik" = "Reiherküken"', 'Chik"', 'Chick"'),
    "E322": Example(SOUND + '[words.fr]\nHeron = "Héron"', SOUND + '[words.en]\nHeron = "Grey Heron"'),
    "E323": Example(
        SOUND + '[words.de]\nHeron = "Reiher"\n"Heron Chick" = "reiher"',
        SOUND + '[words.de]\nHeron = "Reiher"\n"Heron Chick" = "Reiherküken"',
    ),
    "E401": Example(
        support(f'{{ on = "start-of-battle", then = [{BUFF}] }}'),
        support(f'{{ on = "always", then = [{BUFF}] }}'),
    ),
    "E402": Example(
        at(2, f'{{ do = "may", then = [{{ do = "debuff", by = 5 }}] }}, {CHOSEN}'),
        at(2, f'{{ do = "may", then = [{{ do = "debuff", by = 5 }}, {CHOSEN}] }}'),
    ),
    "E403": Example(
        at(2, f'{{ do = "if", test = {{ test = "coin" }}, then = [{ROLLED}] }}'),
        at(2, f'{{ do = "if", test = {{ test = "die", at_least = 3 }}, then = [{ROLLED}] }}'),
    ),
    "E404": Example(played('{ do = "reroll" }'), support('{ on = "roll", then = [{ do = "reroll" }] }')),
    "E405": Example(
        support('{ on = "roll", then = [{ do = "buff", by = 5 }] }'),
        support('{ on = "roll", needs = { test = "score", at_most = 3 }, then = [{ do = "reroll" }] }'),
    ),
    "E406": Example(always(BUFF, '{ test = "coin" }'), always(BUFF, '{ test = "battle", result = "won" }')),
    "E407": but(always('{ do = "debuff", by = 5 }'), "by = 5 }", 'by = 5, whose = "opponents" }'),
    "E408": but(always(BUFF, '{ test = "power", rank = "lowest" }'), '"power"', '"score"'),
    "E409": Example(always('{ do = "draw" }'), at(3, '{ do = "draw" }')),
    "E410": Example(counting('{ zone = "hand", which = { word = "Heron" } }'), counting('{ zone = "hand" }')),
    "E411": Example(search('where = "top"'), search('where = "top", top = 3')),
    "E412": Example(search('where = "top", top = 3, to = "deck"'), search('where = "discard", to = "deck"')),
    "E413": but(if_so('{ test = "die", at_least = 7 }'), "at_least", "sides = 8, at_least"),
    "E414": Example(if_so('{ test = "level", at_most = 4 }'), if_so('{ test = "level", at_most = 3 }')),
    "E415": Example(choices(6), choices(5)),
    "E416": Example(within(9), within(8)),
    "E417": Example(played('{ do = "draw", count = 0 }'), played('{ do = "draw", count = 1 }')),
    "E418": but(
        played('{ do = "discard", how = "random", which = { kind = "support" } }'), "random", "owner"
    ),
    "E419": Example(at(4, BUFF, on="start-of-turn"), at(3, BUFF, on="start-of-turn")),
    "E420": Example(
        cost(2, '{ pay = "have", cards = { zone = "discard", whose = "opponents" } }'),
        cost(2, '{ pay = "have", cards = { zone = "discard", whose = "you" } }'),
    ),
    "E421": Example(laborious(43), laborious(3)),
    "E501": Example(deck(f"REE-01 = 1\nREE-12 = 1\n{SNAILS}"), deck(f"REE-01 = 1\nREE-11 = 1\n{SNAILS}")),
    "E502": Example(deck(f"REE-02 = 2\n{SNAILS}"), deck(f"REE-01 = 2\n{SNAILS}")),
}

COUNT = '{ do = "buff", by = { amount = "count", cards = { zone = "discard" }, times = 10'

COIN = '{ test = "coin" }'
DISCARDED = '{ test = "cards", cards = { zone = "discard" }, at_least = 3 }'

ADVICE = {
    "A001": but(
        if_so('{ test = "cards", at_most = 2, cards = { zone = "hand" } }'),
        "at_most",
        "at_least = 0, at_most",
    ),
    "A004": Example(changed("Heron Chick", "蛙"), changed("Heron Chick", "กบเขียว")),
    "A005": Example(
        changed("Heron Chick", "Donaudampfschifffahrtsgesellschaftsreihe"),
        changed("Heron Chick", "Donaudampf-schifffahrts-gesellschaft"),
    ),
    "A003": but(
        if_so('{ test = "any", of = [{ test = "score", at_least = 5 }, { test = "score", at_most = 4 }] }'),
        "at_most = 4",
        "at_most = 3",
    ),
    "A209": Example(
        changed('abilities = [{ on = "played", then = [{ do = "buff", by = 50 }] }]\n', ""), SOUND
    ),
    "A210": Example(at(2, '{ do = "cancel" }'), at(2, '{ do = "cancel" }', on="support-played")),
    "A211": but(played('{ do = "discard", whose = "you" }'), '"you"', '"opponent"'),
    "A002": Example(changed("All neck.", "3/4"), changed("All neck.", "3/4 neck.")),
    "A101": Example(changed("power = 300", "power = 401"), changed("power = 300", "power = 400")),
    "A102": Example(
        at(2, '{ do = "buff", by = { amount = "dice", sides = 3, times = 30 } }'),
        at(2, '{ do = "buff", by = { amount = "dice", sides = 6, times = 25 } }'),
    ),
    "A103": Example(
        at(3, '{ do = "debuff", by = { amount = "dice", sides = 4, times = 50 } }'),
        at(4, '{ do = "debuff", by = { amount = "dice", sides = 6, times = 50 } }'),
    ),
    "A104": Example(two_buffs(100, 51), two_buffs(100, 50)),
    "A105": Example(at(1, '{ do = "debuff", by = 51 }'), at(1, '{ do = "debuff", by = 50 }')),
    "A106": but(
        at(1, '{ do = "buff", by = { amount = "dice", sides = 4, times = 25 } }'), "4,", "6, halved = true,"
    ),
    "A107": Example(
        at(1, '{ do = "draw" }, { do = "draw" }'),
        at(1, '{ do = "choose", options = [[{ do = "draw" }], [{ do = "draw" }]] }'),
    ),
    "A108": but(at(2, '{ do = "search", where = "deck" }'), '"deck"', '"top-half"'),
    "A109": Example(cost(3, ""), cost(3, '{ pay = "have", cards = { zone = "discard" }, count = 5 }')),
    "A110": but(cost(4, '{ pay = "discard", count = 2 }'), "2 }]", '2 }, { pay = "mill" }]'),
    "A111": Example(
        at(2, '{ do = "buff", by = 150 }, { do = "debuff", by = 100 }, { do = "draw" }'),
        at(2, '{ do = "buff", by = 100 }, { do = "debuff", by = 50 }'),
    ),
    "A112": Example(at(1, '{ do = "discard" }, { do = "discard" }'), at(1, '{ do = "discard" }')),
    "A201": Example(played('{ do = "buff", by = 51 }'), played(by_coin('{ do = "buff", by = 51 }'))),
    "A202": Example(played(by_coin(f"{COUNT} }} }}")), played(by_coin(f"{COUNT}, at_most = 90 }} }}"))),
    "A203": but(played('{ do = "buff", by = 40 }, { do = "debuff", by = 21 }'), "21", "20"),
    "A204": but(played('{ do = "buff", by = 50 }, { do = "draw" }'), "by = 50", "by = 49"),
    "A205": Example(
        played('{ do = "draw", count = 2 }'),
        played('{ do = "may", pay = [{ pay = "discard" }], then = [{ do = "draw", count = 2 }] }'),
    ),
    "A206": Example(
        played('{ do = "level-down" }'),
        support('{ on = "played", needs = { test = "coin" }, then = [{ do = "level-down" }] }'),
    ),
    "A207": Example(
        played('{ do = "discard" }, { do = "discard", zone = "deck" }'),
        played('{ do = "discard" }, ' + by_coin('{ do = "discard", zone = "deck" }')),
    ),
    "A208": but(if_so(DISCARDED, '{ do = "buff", by = 151 }'), "151", "150"),
    "A301": Example(
        if_so(COIN, '{ do = "buff", by = 10 }', '{ do = "buff", by = 10 }'),
        if_so(COIN, '{ do = "buff", by = 20 }', '{ do = "buff", by = 10 }'),
    ),
    "A302": Example(played('{ do = "score" }'), played(by_coin('{ do = "score" }'))),
}

EXAMPLES = {**ERRORS, **ADVICE}

NOT_ALONE = {"E011": {"E101"}, "A107": {"A111"}, "A112": {"A111"}}
"""Codes that always come together with certain others."""

"""Card files of Overcross are checked before anybody plays with them (OVC-02, OVC-03)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.cardfiles import SHIPPED, codes_of, read_card_set
from bot.engine.language import speaking
from bot.games.overcross.cards.checks import FORMAT
from bot.languages.catalogues import language
from tests.games.overcross.chance import FILE, POOL

SHIPPED_SET = FILE.read_text(encoding="utf-8")
HEAD = 'key = "moths"\ntitle = "Moths"\n'
KEYS = {
    "characters": "speed = 3\ndefense = 3\ndeck = 2\nplay = 1\n",
    "edits": "deck = 2\nplay = 1\n",
    "terrains": "deck = 2\nplay = 1\n",
    "events": "deck = 2\nplay = 1\n",
}


def card(kind, abilities="", **keys):
    """A file with one card of a kind."""
    lines = dict(line.split(" = ") for line in KEYS[kind].splitlines())
    lines |= keys
    told = "\n".join(f"{key} = {value}" for key, value in lines.items() if value)
    names = 'number = "MO-01"\nname = "Moth"\nside = "Moths"'
    return f"{HEAD}\n[[{kind}]]\n{names}\n{told}\nabilities = [{abilities}]\n"


def found(content, base=None):
    """The codes of what is found in a file, with their sentences."""
    reading = read_card_set(content, "moths.toml", FORMAT, base)
    assert (reading.set is None) == bool(reading.errors)
    return [(finding.code, finding.sentence) for finding in reading.findings]


def on(trigger, *effects, more=""):
    return f'{{ on = "{trigger}", {more} then = [{", ".join(effects)}] }}'


DRAW = '{ do = "draw" }'
HURT = '{ do = "damage", by = 1, to = { pieces = "enemy" } }'
PLAYED = on("played", HURT)


def test_the_shipped_file_is_sound():
    """And no advice about it: each card keeps to the formula of costs."""
    reading = read_card_set(SHIPPED_SET, "cornstalker.toml", FORMAT, bounds=SHIPPED)
    assert reading.findings == ()
    assert reading.set == POOL.sets[0]


@pytest.mark.parametrize(
    ("kind", "abilities"),
    [
        ("characters", ""),
        ("characters", on("activated", HURT, more='size = "F", pay = [{ pay = "discard" }],')),
        ("characters", on("rolled", DRAW, more="faces = [1, 2],")),
        (
            "edits",
            on("turn", '{ do = "heal", to = "bearer", by = { amount = "dice" } }', more="bearers = true,"),
        ),
        (
            "terrains",
            on(
                "entered",
                '{ do = "if", test = { test = "die", at_least = 4 }, then = [{ do = "redeploy" }] }',
            ),
        ),
        ("events", on("played", '{ do = "discard", whose = "opponents", which = { kind = "terrain" } }')),
    ],
)
def test_cards_of_ones_own_are_read(kind, abilities):
    assert [each for each in found(card(kind, abilities)) if each[0].startswith("E")] == []


FAULTS: Mapping[str, list[tuple[str, str]]] = {
    "E401": [
        (card("characters", on("entered", HURT)), 'a Character has no "entered": it could be deployed, turn'),
        (card("edits", on("played", HURT)), 'an Edit has no "played"'),
        (card("terrains", on("activated", DRAW)), 'a Terrain has no "activated"'),
        (card("events", on("turn", DRAW)), 'an Event has no "turn": it could be played.'),
    ],
    "E402": [
        (
            card("events", on("played", '{ do = "damage", by = 1 }')),
            'nothing is "it" yet: name a target before',
        ),
        (
            card("edits", on("acts", '{ do = "heal", by = 1 }')),
            'nothing is "it" yet: say to = "bearer", or name a target before',
        ),
        (
            card("characters", on("acts", '{ do = "heal", by = 1 }')),
            'nothing is "it" yet: say to = "self", or name a target before',
        ),
        (
            card("characters", on("deployed", '{ do = "discard", whose = "its-player" }')),
            'nothing is "it" yet',
        ),
        (
            card("events", on("played", '{ do = "heal", by = 1, to = { within = 1, of = "it" } }')),
            'nothing is "it" yet',
        ),
        (
            card(
                "events",
                on("played", '{ do = "destroy", to = { kind = ["edit"] } }', '{ do = "heal", by = 1 }'),
            ),
            'nothing is "it" yet',
        ),
    ],
    "E407": [(card("edits", on("always", '{ do = "change", acc = 1, to = {} }')), 'say how = "all"')],
    "E409": [(card("edits", on("always", DRAW)), "this happens once")],
    "E417": [
        (card("events", on("played", '{ do = "change", to = {} }')), "this does nothing"),
        (card("events", on("played", '{ do = "damage", by = 0, to = {} }')), "this does nothing"),
    ],
    "E418": [
        (card("events", on("played", HURT, more="once = true,")), "an Event happens once"),
        (
            card(
                "edits",
                on("activated", DRAW, more='pay = [{ pay = "destroy-this" }, { pay = "destroy-this" }],'),
            ),
            "destroyed but once",
        ),
        (
            card("edits", on("acts", DRAW, more='needs = { test = "turns-attached", at_least = 2 },')),
            "this counts turns",
        ),
        (
            card(
                "events",
                on("played", '{ do = "recover", to = "play", count = 2, which = { kind = "character" } }'),
            ),
            "one Character comes into play",
        ),
        (card("events", on("played", HURT, more='size = "M",')), "takes an action: leave it out"),
        (card("events", on("played", HURT, more='pay = [{ pay = "discard" }],')), 'or say "may"'),
        (card("events", on("played", HURT, more="instead = true,")), 'belongs to on = "dies" alone'),
        (
            card("characters", on("turn", DRAW, more="bearers = true,")),
            "only an Edit can let the bearer's player",
        ),
        (card("events", on("played", HURT, more="faces = [1],")), 'belongs to on = "rolled" alone'),
        (
            card("edits", on("always", '{ do = "forbid", what = "act", to = "bearer", until = "own-turn" }')),
            "lasts as long as its card is there",
        ),
        (
            card("events", on("played", '{ do = "destroy", to = { kind = ["edit"], genre = "Modern" } }')),
            "sought by their genre",
        ),
        (
            card("events", on("played", '{ do = "destroy", to = { kind = ["edit"], unhurt = true } }')),
            "on an Edit",
        ),
        (card("events", on("played", '{ do = "damage", by = 1, to = { of = "it" } }')), '"within" alone'),
        (
            card("events", on("played", '{ do = "destroy", to = { kind = ["edit", "edit"] } }')),
            "a kind stands here twice",
        ),
        (
            card("terrains", on("turn", '{ do = "damage", by = 1, to = { inside = true, within = 1 } }')),
            "near enough",
        ),
        (card("edits", on("acts", '{ do = "move", by = 1, to = { how = "all" } }')), "one Character moves"),
        (card("characters", attacks='[{ reach = "fist", acc = 3, dmg = 1, rng = 2 }]'), "a fist reaches"),
        (
            card("edits", on("always", '{ do = "change", to = "bearer", speed = 1, attacks = "melee" }')),
            "whatever is attacked",
        ),
        (
            card("edits", on("always", '{ do = "change", to = "bearer", rng = 1, against = "Modern" }')),
            "whoever is attacked",
        ),
        (
            card("edits", on("always", '{ do = "change", to = "bearer", rng = 1, attacks = "melee" }')),
            "a fist has no range",
        ),
        (card("terrains", obstructive="true", slow="true"), "nobody enters obstructive Terrain"),
    ],
    "E105": [
        (card("characters", attacks='[{ reach = "aim", acc = 3, dmg = 1 }]'), "a range is 2 to 8 squares"),
        (card("characters", attacks='[{ reach = "fist", dmg = 1 }]'), "an acc is 2 to 6"),
        (card("characters", attacks='[{ reach = "fist", acc = 7, dmg = 1 }]'), "7 is too much; 6 at most"),
        (card("characters", defense="7"), "7 is too much"),
        (card("characters", speed="0"), "0 is too little"),
    ],
    "E441": [
        (card("events", on("played", '{ do = "destroy", to = {} }')), "Edits and Terrains are destroyed"),
        (card("characters", on("turn", '{ do = "destroy" }')), "Edits and Terrains are destroyed"),
        (card("events", on("played", '{ do = "heal", by = 1, to = { kind = ["edit"] } }')), "never on Edits"),
        (card("events", on("played", '{ do = "push", to = { kind = ["terrain"] } }')), "to Characters alone"),
        (card("events", on("played", '{ do = "shift", to = {} }')), "one Terrain is moved"),
        (
            card("events", on("played", '{ do = "recover", to = "play" }')),
            "only a Character comes back into play",
        ),
        (card("events", on("played", '{ do = "to-hand", to = { kind = ["edit"] } }')), "to Characters alone"),
        (
            card("events", on("played", '{ do = "move", by = 2, to = { kind = ["terrain"] } }')),
            "only Characters move",
        ),
    ],
    "E442": [
        (
            card(
                "edits",
                on("turn", '{ do = "may", pay = [{ pay = "destroy-this" }], then = [{ do = "draw" }] }'),
            ),
            "only what is used has this price",
        ),
        (
            card("characters", on("turn", '{ do = "heal", by = 1, to = "bearer" }')),
            "only an Edit has a bearer",
        ),
        (card("events", on("played", '{ do = "heal", by = 1, to = "self" }')), "an Event is no piece"),
        (card("events", on("played", '{ do = "move", by = 1, to = "self" }')), "an Event is no piece"),
        (
            card("edits", on("turn", '{ do = "heal", by = 1, to = "self" }')),
            'say "bearer", "it", or name others',
        ),
        (
            card("characters", on("turn", '{ do = "heal", by = 1, to = { inside = true } }')),
            "only a Terrain has an area",
        ),
        (card("events", on("played", '{ do = "heal", by = 1, to = { within = 2 } }')), "is somewhere"),
        (card("terrains", on("always", '{ do = "no-slow" }')), "only a Character or an Edit can have this"),
        (
            card("characters", on("activated", DRAW, more='pay = [{ pay = "destroy-this" }],')),
            "only an Edit is attached",
        ),
        (
            card("characters", on("turn", DRAW, more='needs = { test = "turns-attached", at_least = 2 },')),
            "only an Edit is attached",
        ),
    ],
    "E447": [
        (
            card("characters", on("dies", '{ do = "damage", by = 1, to = { within = 1, how = "all" } }')),
            "on the grid no more",
        ),
        (card("edits", on("dies", '{ do = "heal", by = 1, to = "bearer" }')), "say instead = true"),
    ],
    "E443": [(card("characters", on("rolled", DRAW)), "faces = [6], for example")],
    "E444": [(card("characters", on("turn", '{ do = "no-slow" }')), 'on = "always"')],
    "E445": [
        (card("characters", mark='"leader"'), "a Leader has no deck cost"),
        (card("characters", deck="0"), "a Leader has no deck cost"),
        (card("characters", play="0"), "a Leader has no play cost"),
    ],
    "E446": [(card("terrains"), "this card does nothing")],
    "E101": [(card("events", PLAYED, radius="2"), 'an Event has no key "radius"')],
    "E102": [(card("edits", on("always", '{ do = "passes" }')), 'needs the key "what"')],
    "E104": [
        (card("events", on("played", '{ do = "explode" }')), 'no effect "explode"'),
        (card("events", on("plaid", DRAW)), '"plaid" is no word for "on" (did you mean "played"?)'),
        (card("events", on("played", '{ do = "buff", by = 25 }')), 'there is no effect "buff"'),
        (card("characters", genre='"Fantasie"'), 'did you mean "Fantasy"'),
    ],
    "E301": [(card("events", PLAYED) + card("events", PLAYED).removeprefix(HEAD), "of this set already")],
    "E302": [
        (HEAD.replace("moths", "standard") + card("events", PLAYED).removeprefix(HEAD), 'a set "standard"')
    ],
    "E310": [(HEAD, "no card and no ready deck")],
    "E501": [
        (
            card("events", PLAYED) + '[decks.all]\ntitle = "All"\n[decks.all.cards]\nMO-02 = 3\n',
            "there is no card MO-02",
        )
    ],
    "E502": [
        (
            card("events", PLAYED) + '[decks.all]\ntitle = "All"\n[decks.all.cards]\nMO-01 = 3\n',
            "has at least 16 cards, and this one has 3: add 13 cards.",
        )
    ],
    "A303": [
        (
            card("events", PLAYED),
            "Moths has no Leader, no Champion and no Legend: its decks can play the Flag, the Invasion and",
        )
    ],
    "A301": [
        (card("events", on("played", DRAW), deck="9"), "by the formula its deck cost is 2, and it is 9.")
    ],
    "A304": [
        (
            card(
                "events",
                on("played", '{ do = "forbid", what = "move", to = { pieces = "enemy", how = "all" } }'),
            ),
            "this ends with your turn",
        ),
        (
            card("events", on("played", HURT, '{ do = "change", speed = -2 }')),
            "this ends with your turn",
        ),
        (
            card("characters", on("end-of-turn", '{ do = "change", to = "self", defense = 1 }')),
            "the turn is as good as over",
        ),
        (
            card("terrains", on("entered", '{ do = "damage", by = 1 }'), obstructive="true"),
            "stands inside: this never happens",
        ),
        (
            card("characters", on("deployed", '{ do = "heal", by = 1, to = "self" }')),
            "has no counters yet",
        ),
    ],
    "A302": [
        (card("events", on("played", DRAW), play="6"), "by the formula its play cost is 1, and it is 6.")
    ],
}
CASES = [(code, content, words) for code, cases in FAULTS.items() for content, words in cases]


@pytest.mark.parametrize(("code", "content", "words"), CASES)
def test_what_cannot_be_meant_is_told_with_its_code(code, content, words):
    codes = found(content)
    assert [each for each in codes if each[0] == code and words in each[1]], codes


@pytest.mark.parametrize(
    ("kind", "abilities", "keys"),
    [
        ("events", on("played", HURT, '{ do = "change", speed = -2, until = "own-turn" }'), {}),
        ("events", on("played", HURT, '{ do = "change", defense = -1 }'), {}),
        ("events", on("played", '{ do = "change", to = { pieces = "friend" }, acc = 1 }'), {}),
        ("edits", on("activated", HURT, '{ do = "forbid", what = "act" }'), {"on": '"enemy"'}),
        ("characters", on("kills", '{ do = "change", to = { pieces = "enemy" }, acc = -1 }'), {}),
        ("terrains", on("always", '{ do = "discount", kind = "edit" }'), {"obstructive": "true"}),
        ("terrains", on("entered", '{ do = "damage", by = 1 }'), {"slow": "true"}),
    ],
)
def test_what_may_be_of_use_is_no_matter_of_advice(kind, abilities, keys):
    assert [
        each for each in found(card(kind, abilities, **keys)) if each[0] not in ("A301", "A302", "A303")
    ] == []


def test_every_code_of_the_game_has_a_case():
    assert set(FORMAT.codes) <= set(FAULTS)
    assert set(FAULTS) <= set(codes_of(FORMAT))


@pytest.mark.parametrize(("code", "content", "words"), CASES)
def test_the_sentences_in_german_are_others(code, content, words):
    english = {sentence for found_code, sentence in found(content) if found_code == code}
    with speaking(language("de")):
        german = {sentence for found_code, sentence in found(content) if found_code == code}
    assert german
    assert not english & german


def test_a_set_leans_on_the_cards_that_come_with_the_bot():
    """A deck of a server's own set may have our cards, if its own are of one side with them."""
    deck = (
        '[decks.mine]\ntitle = "Mine"\npoints = 30\n[decks.mine.cards]\nCST-02 = 3\nCST-06 = 3\nMO-01 = 3\n'
    )
    own = card("events", PLAYED) + deck
    assert [code for code, _ in found(own.replace('side = "Moths"', ""), POOL) if code[0] == "E"] == []
    assert [words for code, words in found(own, POOL) if code == "E502"] == [
        "decks, mine, cards: A deck is of one side, and this one is of Cornstalker and Moths."
    ]
    taken = card("events", PLAYED).replace("MO-01", "CST-01") + deck.replace("mine", "first-posts").replace(
        "MO-01", "CST-08"
    )
    assert [code for code, _ in found(taken, POOL)] == ["A303", "E301", "E303"]

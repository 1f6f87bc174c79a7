"""Card files of Overcross are checked before they are played (OVC-02, OVC-03)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.files.reading import read_card_set
from bot.engine.cards.files.tokens import SHIPPED
from bot.games.catalogue import card_codes
from bot.games.overcross.cards.checks import FORMAT
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
    """Return a file with one card of a kind."""
    lines = dict(line.split(" = ") for line in KEYS[kind].splitlines())
    lines |= keys
    told = "\n".join(f"{key} = {value}" for key, value in lines.items() if value)
    names = 'number = "MO-01"\nname = "Moth"\nside = "Moths"'
    return f"{HEAD}\n[[{kind}]]\n{names}\n{told}\nabilities = [{abilities}]\n"


def found(content, base=None):
    """Return the codes of the findings in a file, with their sentences."""
    reading = read_card_set(content, "moths.toml", FORMAT, base)
    assert (reading.set is None) == bool(reading.errors)
    return [(finding.code, finding.sentence) for finding in reading.findings]


def on(trigger, *effects, more=""):
    return f'{{ on = "{trigger}", {more} then = [{", ".join(effects)}] }}'


def kind_of(kind):
    """Return a function that makes a file with one card of a kind, with these effects for a trigger."""

    def one(trigger="", *effects, more="", **keys):
        return card(kind, on(trigger, *effects, more=more) if trigger else "", **keys)

    return one


character, edit, terrain, event = map(kind_of, KEYS)
DRAW = '{ do = "draw" }'
HURT = '{ do = "damage", by = 1, to = { pieces = "enemy" } }'
PLAYED = on("played", HURT)


def test_the_shipped_file_is_valid():
    """It has no advice either: each card keeps to the cost formula."""
    reading = read_card_set(SHIPPED_SET, "cornstalker.toml", FORMAT, bounds=SHIPPED)
    assert reading.findings == ()
    assert reading.set == POOL.sets[0]


@pytest.mark.parametrize(
    "content",
    [
        character(),
        character("activated", HURT, more='size = "F", pay = [{ pay = "discard" }],'),
        character("rolled", DRAW, more="faces = [1, 2],"),
        edit("turn", '{ do = "heal", to = "bearer", by = { amount = "dice" } }', more="bearers = true,"),
        terrain(
            "entered", '{ do = "if", test = { test = "die", at_least = 4 }, then = [{ do = "redeploy" }] }'
        ),
        event("played", '{ do = "discard", whose = "opponents", which = { kind = "terrain" } }'),
    ],
)
def test_custom_cards_are_read(content):
    assert [code for code, _ in found(content) if code.startswith("E")] == []


FAULTS: Mapping[str, list[tuple[str, str]]] = {
    "E401": [
        (character("entered", HURT), 'a Character has no "entered": it could be deployed, turn'),
        (edit("played", HURT), 'an Edit has no "played"'),
        (terrain("activated", DRAW), 'a Terrain has no "activated"'),
        (event("turn", DRAW), 'an Event has no "turn": it could be played.'),
    ],
    "E402": [
        (event("played", '{ do = "damage", by = 1 }'), 'nothing is "it" yet: name a target before'),
        (edit("acts", '{ do = "heal", by = 1 }'),
         'nothing is "it" yet: say to = "bearer", or name a target before'),
        (character("acts", '{ do = "heal", by = 1 }'),
         'nothing is "it" yet: say to = "self", or name a target before'),
        (character("deployed", '{ do = "discard", whose = "its-player" }'), 'nothing is "it" yet'),
        (event("played", '{ do = "heal", by = 1, to = { within = 1, of = "it" } }'), 'nothing is "it" yet'),
        (event("played", '{ do = "destroy", to = { kind = ["edit"] } }', '{ do = "heal", by = 1 }'),
         'nothing is "it" yet'),
    ],
    "E407": [(edit("always", '{ do = "change", acc = 1, to = {} }'), 'say how = "all"')],
    "E409": [(edit("always", DRAW), "this happens once")],
    "E417": [
        (event("played", '{ do = "change", to = {} }'), "this does nothing"),
        (event("played", '{ do = "damage", by = 0, to = {} }'), "this does nothing"),
    ],
    "E418": [
        (event("played", HURT, more="once = true,"), "an Event happens once"),
        (edit("activated", DRAW, more='pay = [{ pay = "destroy-this" }, { pay = "destroy-this" }],'),
         "destroyed but once"),
        (edit("acts", DRAW, more='needs = { test = "turns-attached", at_least = 2 },'), "this counts turns"),
        (event("played", '{ do = "recover", to = "play", count = 2, which = { kind = "character" } }'),
         "one Character comes into play"),
        (event("played", HURT, more='size = "M",'), "take an action: leave it out"),
        (event("played", HURT, more='pay = [{ pay = "discard" }],'), 'or say "may"'),
        (event("played", HURT, more="instead = true,"), 'belongs to on = "dies" alone'),
        (character("turn", DRAW, more="bearers = true,"), "only an Edit can let the bearer's player"),
        (event("played", HURT, more="faces = [1],"), 'belongs to on = "rolled" alone'),
        (edit("always", '{ do = "forbid", what = "act", to = "bearer", until = "own-turn" }'),
         "lasts as long as its card is there"),
        (event("played", '{ do = "destroy", to = { kind = ["edit"], genre = "Modern" } }'),
         "sought by their genre"),
        (event("played", '{ do = "destroy", to = { kind = ["edit"], unhurt = true } }'), "never has"),
        (event("played", '{ do = "damage", by = 1, to = { of = "it" } }'), '"within" alone'),
        (event("played", '{ do = "destroy", to = { kind = ["edit", "edit"] } }'), "a kind is here twice"),
        (terrain("turn", '{ do = "damage", by = 1, to = { inside = true, within = 1 } }'), "near enough"),
        (edit("acts", '{ do = "move", by = 1, to = { how = "all" } }'), "one Character moves"),
        (character(attacks='[{ reach = "fist", acc = 3, dmg = 1, rng = 2 }]'), "a fist reaches"),
        (edit("always", '{ do = "change", to = "bearer", speed = 1, attacks = "melee" }'),
         "whatever is attacked"),
        (edit("always", '{ do = "change", to = "bearer", rng = 1, against = "Modern" }'),
         "depend on the target"),
        (edit("always", '{ do = "change", to = "bearer", rng = 1, attacks = "melee" }'),
         "a fist has no range"),
        (terrain(obstructive="true", slow="true"), "no Character can enter obstructive Terrain"),
    ],
    "E105": [
        (character(attacks='[{ reach = "aim", acc = 3, dmg = 1 }]'), "a range is 2 to 8 squares"),
        (character(attacks='[{ reach = "fist", dmg = 1 }]'), "an acc is 2 to 6"),
        (character(attacks='[{ reach = "fist", acc = 7, dmg = 1 }]'), "7 is too much; 6 at most"),
        (character(defense="7"), "7 is too much"),
        (character(speed="0"), "0 is too little"),
    ],
    "E441": [
        (event("played", '{ do = "destroy", to = {} }'), "Edits and Terrains are destroyed"),
        (character("turn", '{ do = "destroy" }'), "Edits and Terrains are destroyed"),
        (event("played", '{ do = "heal", by = 1, to = { kind = ["edit"] } }'), "Edits cannot"),
        (event("played", '{ do = "push", to = { kind = ["terrain"] } }'), "to Characters alone"),
        (event("played", '{ do = "shift", to = {} }'), "one Terrain is moved"),
        (event("played", '{ do = "recover", to = "play" }'), "only a Character comes back into play"),
        (event("played", '{ do = "to-hand", to = { kind = ["edit"] } }'), "to Characters alone"),
        (event("played", '{ do = "move", by = 2, to = { kind = ["terrain"] } }'), "only Characters move"),
    ],
    "E442": [
        (edit("turn", '{ do = "may", pay = [{ pay = "destroy-this" }], then = [{ do = "draw" }] }'),
         "have this price: put"),
        (character("turn", '{ do = "heal", by = 1, to = "bearer" }'), "only an Edit has a bearer"),
        (event("played", '{ do = "heal", by = 1, to = "self" }'), "an Event is no piece"),
        (event("played", '{ do = "move", by = 1, to = "self" }'), "an Event is no piece"),
        (edit("turn", '{ do = "heal", by = 1, to = "self" }'), 'say "bearer", "it", or name others'),
        (character("turn", '{ do = "heal", by = 1, to = { inside = true } }'), "only a Terrain has an area"),
        (event("played", '{ do = "heal", by = 1, to = { within = 2 } }'), "is somewhere"),
        (terrain("always", '{ do = "no-slow" }'), "only a Character or an Edit can have this"),
        (character("activated", DRAW, more='pay = [{ pay = "destroy-this" }],'), "only an Edit is attached"),
        (character("turn", DRAW, more='needs = { test = "turns-attached", at_least = 2 },'),
         "only an Edit is attached"),
    ],
    "E447": [
        (character("dies", '{ do = "damage", by = 1, to = { within = 1, how = "all" } }'),
         "not on the grid any more"),
        (edit("dies", '{ do = "heal", by = 1, to = "bearer" }'), "say instead = true"),
    ],
    "E443": [(character("rolled", DRAW), "faces = [6], for example")],
    "E444": [(character("turn", '{ do = "no-slow" }'), 'on = "always"')],
    "E445": [
        (character(mark='"leader"'), "a Leader has no deck cost"),
        (character(deck="0"), "a Leader has no deck cost"),
        (character(play="0"), "a Leader has no play cost"),
    ],
    "E446": [(terrain(), "this card does nothing")],
    "E101": [(event("played", HURT, radius="2"), 'an Event has no key "radius"')],
    "E102": [(edit("always", '{ do = "passes" }'), 'needs the key "what"')],
    "E104": [
        (event("played", '{ do = "explode" }'), 'no effect "explode"'),
        (event("plaid", DRAW), '"plaid" is no word for "on" (did you mean "played"?)'),
        (event("played", '{ do = "buff", by = 25 }'), 'there is no effect "buff"'),
        (character(genre='"Fantasie"'), 'did you mean "Fantasy"'),
    ],
    "E301": [(event("played", HURT) + event("played", HURT).removeprefix(HEAD), "of this set already")],
    "E302": [
        (HEAD.replace("moths", "standard") + event("played", HURT).removeprefix(HEAD), 'a set "standard"'),
    ],
    "E310": [(HEAD, "no card and no ready deck")],
    "E501": [
        (event("played", HURT) + '[decks.all]\ntitle = "All"\n[decks.all.cards]\nMO-02 = 3\n',
         "there is no card MO-02"),
    ],
    "E502": [
        (event("played", HURT) + '[decks.all]\ntitle = "All"\n[decks.all.cards]\nMO-01 = 3\n',
         "has at least 16 cards, and this one has 3: add 13 cards."),
    ],
    "A303": [
        (event("played", HURT),
         "Moths has no Leader, no Champion and no Legend: its decks can play the Flag, the Invasion and"),
    ],
    "A301": [(event("played", DRAW, deck="9"), "by the formula its deck cost is 2, and it is 9.")],
    "A305": [(event("played", '{ do = "damage", to = { pieces = "enemy", how = "all" }, by = 6 }'),
              "of about 3 Characters each takes 6 counters: that is worth 18 points")],
    "A306": [(character("damaged", '{ do = "damage", to = { pieces = "any" }, by = 1 }'),
              "one sets off the other until all are dead")],
    "A307": [(event("played", '{ do = "damage", to = { pieces = "friend" }, by = 2 }'),
              "harms only your own side")],
    "A304": [
        (event("played", '{ do = "forbid", what = "move", to = { pieces = "enemy", how = "all" } }'),
         "this ends with your turn"),
        (event("played", HURT, '{ do = "change", speed = -2 }'), "this ends with your turn"),
        (character("end-of-turn", '{ do = "change", to = "self", defense = 1 }'),
         "the turn is as good as over"),
        (terrain("entered", '{ do = "damage", by = 1 }', obstructive="true"),
         "be inside: this never happens"),
        (character("deployed", '{ do = "heal", by = 1, to = "self" }'), "has no counters yet"),
    ],
    "A302": [(event("played", DRAW, play="6"), "by the formula its play cost is 1, and it is 6.")],
}  # fmt: skip
CASES = [(code, content, words) for code, cases in FAULTS.items() for content, words in cases]


@pytest.mark.parametrize(("code", "content", "words"), CASES)
def test_invalid_data_is_reported_with_its_code_in_both_languages(code, content, words):
    english = {sentence for each, sentence in found(content) if each == code}
    assert [sentence for sentence in english if words in sentence], english
    with speaking(language("de")):
        german = {sentence for each, sentence in found(content) if each == code}
    assert german
    assert not english & german


@pytest.mark.parametrize(
    "content",
    [
        event("played", HURT, '{ do = "change", speed = -2, until = "own-turn" }'),
        event("played", HURT, '{ do = "change", defense = -1 }'),
        event("played", '{ do = "change", to = { pieces = "friend" }, acc = 1 }'),
        edit("activated", HURT, '{ do = "forbid", what = "act" }', on='"enemy"'),
        character("kills", '{ do = "change", to = { pieces = "enemy" }, acc = -1 }'),
        terrain("always", '{ do = "discount", kind = "edit" }', obstructive="true"),
        terrain("entered", '{ do = "damage", by = 1 }', slow="true"),
    ],
)
def test_useful_effects_get_no_advice(content):
    assert [code for code, _ in found(content) if code not in ("A301", "A302", "A303")] == []


def test_every_code_of_the_game_has_a_case():
    assert set(card_codes("overcross")) <= set(FAULTS)
    assert set(FAULTS) <= {*card_codes(), *card_codes("overcross")}


def test_a_set_may_refer_to_shipped_cards():
    """A deck of a server's set may have shipped cards, if its own are of the same side."""
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

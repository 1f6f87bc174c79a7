"""Cards with effects beyond the core set: effects, public facts, and hidden data."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from bot.base.language import OwnText, speaking
from bot.base.languages.catalogues import language
from bot.engine.cards.files.reading import read_card_set
from bot.engine.cards.game import PoolLibrary
from bot.engine.cards.nodes import EffectNode
from bot.games.neocombat.cardgame import card_text
from bot.games.neocombat.cards.cards import Pool
from bot.games.neocombat.cards.format import FORMAT
from bot.games.neocombat.cards.varans import Varan
from bot.games.neocombat.cards.words import VOCABULARY
from bot.games.neocombat.players import effects, tracker
from bot.games.neocombat.players.attacks import answers, plays
from bot.games.neocombat.players.situation import Situation
from bot.games.neocombat.rules import facts
from bot.games.neocombat.rules.rules import NeoCombatRules
from bot.games.neocombat.rules.table import Table as NeoTable
from bot.games.neocombat.wording.wording import NeoCombatWording
from bot.matches.model import Codec
from measures.soak.test_traps import neo
from tests.games.neocombat import table
from tests.games.neocombat.table import Table
from tests.games.random_play import fresh_randomness

SHOT = 'user = {}, target = {}, then = [{ do = "attack", kind = "shot", by = 2, then = [%s] }]'
STRIKE = 'user = {}, target = { within = "same-sector" }, then = [{ do = "attack", kind = "strike", by = 1 }]'
SPOT = 'target = { state = "cloaked" }, then = [{ do = "spot", then = [%s] }]'
CARDS = {
    "Net": f'on = "played", {SHOT % """{ do = "turn" }, { do = "discard" }"""}',
    "Vanish": f'on = "played", {SHOT % """{ do = "cloak", to = "self" }"""}',
    "Bolt": f'on = "played", {SHOT % ""}',
    "Blade": f'on = "played", {STRIKE}',
    "Mine": f'on = "played", {SPOT % """{ do = "damage", by = 6 }"""}',
    "Bite": (
        'on = "reaction", to = ["shot", "strike"], '
        'then = [{ do = "reduce", by = 1 }, { do = "damage", by = 2 }]'
    ),
    "Gone": 'on = "reaction", to = ["shot"], then = [{ do = "cloak", to = "self" }]',
    "Grab": 'on = "reaction", to = ["sensor"], then = [{ do = "discard" }]',
    "Hunt": (
        'on = "played", target = {}, then = [{ do = "if", test = { test = "varan", attribute = "shade" }, '
        'then = [{ do = "damage", by = 1 }], otherwise = [{ do = "draw" }] }]'
    ),
    "Luck": (
        'on = "played", target = {}, then = [{ do = "if", test = { test = "coin" }, '
        'then = [{ do = "turn" }], otherwise = [{ do = "draw", whose = "foe" }] }]'
    ),
}


def traits(varan: Varan) -> list[str]:
    """Return the traits of a varan; A1 is also a shade."""
    return [*varan.attributes, *(["shade"] if varan.id == "A1" else [])]


def a_pool() -> Pool:
    """Return the usual varans, with A1 also a shade, and these cards, four of each."""
    core = table.POOL.sets[0]
    text = 'key = "mine"\ntitle = "Mine"\ntraits = ["shade"]\n' + "".join(
        [
            f'[[actions]]\nnumber = "MY-{at:02}"\nname = "{name}"\ncopies = 4\nabilities = [{{ {does} }}]\n'
            for at, (name, does) in enumerate(CARDS.items(), start=1)
        ]
        + [
            f'[[varans]]\nid = "{each.id}"\nname = "{each.name}"\n'
            f"speed = {each.speed}\nhealth = {each.health}\nattributes = {traits(each)}\n"
            for each in core.varans
        ]
    )
    reading = read_card_set(text, "mine.toml", FORMAT)
    assert reading.set is not None, [str(each) for each in reading.findings]
    return Pool((reading.set,))


@pytest.fixture(autouse=True)
def pool(monkeypatch: pytest.MonkeyPatch) -> Pool:
    """Use these cards at all tables."""
    made = a_pool()
    monkeypatch.setattr(table, "POOL", made)
    monkeypatch.setattr(table, "RULES", NeoCombatRules(PoolLibrary(made)))
    monkeypatch.setattr(table, "KINDS", {card.name: kind for kind, card in enumerate(made.actions)})
    return made


def said(laid: Table, pool: Pool, viewer: int | None = None) -> str:
    """Return the sentences of the last action for a viewer, from 1."""
    seat = None if viewer is None else viewer - 1
    wording = NeoCombatWording(PoolLibrary(pool))
    view = table.RULES.view(laid.state, seat)
    told = [event.seen_by(seat) for event in laid.events]
    return " ".join([wording.describe(fact, view, ("Ann", "Ben")) for fact in told if fact is not None])


def test_an_attack_that_deals_damage_has_further_effects(pool):
    laid = Table("*A1 A3", "*B1 B2").hold(1, "Net").hold(2, "Bolt, Bite")
    laid.play(1, "Net", "2.1", "1.1").passes(2)
    assert laid.damage("2.1") == 2
    assert laid.at("2.1").sideways
    assert len(laid.hand(2)) == 1
    (lost,) = laid.told(facts.LostCards)
    assert [lost] == laid.told(facts.LostCards, 1) == laid.told(facts.LostCards, 2)
    assert pool.actions[lost.cards[0]].name in said(laid, pool)
    assert "discards at random" in said(laid, pool, 1)


def test_an_attack_without_damage_has_no_further_effects():
    laid = Table("*A1 A3", "*B1 B2").hold(1, "Vanish").hold(2, "Gone")
    laid.play(1, "Vanish", "2.1", "1.1").defend(2, "Gone")
    assert (laid.damage("2.1"), laid.at("2.1").revealed) == (0, False)
    assert laid.told(facts.Fended)
    assert laid.at("1.1").revealed, "nothing happens behind an attack that came to nothing"
    laid = Table("*A1 A3", "*B1 B2").hold(1, "Vanish")
    laid.play(1, "Vanish", "2.1", "1.1")
    assert (laid.damage("2.1"), laid.at("1.1").revealed, laid.at("1.1").sideways) == (2, False, True)


def test_a_counter_attack_hits_the_attacker_and_reveals_a_cloaked_striker(pool):
    laid = Table("A1@1 A3", "*B1@1 B2").hold(1, "Blade").hold(2, "Bite")
    laid.play(1, "Blade", "2.1", "1.1")
    assert not laid.at("1.1").revealed
    laid.defend(2, "Bite")
    assert (laid.damage("2.1"), laid.damage("1.1")) == (0, 2)
    assert laid.at("1.1").revealed
    assert "takes no damage" in said(laid, pool)
    assert laid.state.dealt == (0, 2)


def test_a_counter_attack_can_win():
    """Both may die at once; then kills, varans and damage decide."""
    laid = Table("*A1/5", "*B1/5").hold(1, "Bolt").hold(2, "Bite")
    laid.play(1, "Bolt", "2.1", "1.1").defend(2, "Bite")
    assert laid.state.kills == (1, 1)
    assert laid.state.outcome is not None
    laid = Table("*A1/5", "*B1").hold(1, "Bolt").hold(2, "Bite")
    laid.play(1, "Bolt", "2.1", "1.1").defend(2, "Bite")
    assert laid.state.outcome is not None
    assert laid.state.outcome.winners == (1,)


def test_a_kill_by_an_unanswered_sensor_counts():
    laid = Table("A1 A3", "B1 B2").hold(1, "Mine, Bolt").hold(2, "Grab")
    laid.play(1, "Mine", "2.1").passes(2)
    assert (laid.state.kills, laid.at("2.1").here) == ((1, 0), False)
    laid = Table("A1 A3", "B1 B2").hold(1, "Mine, Bolt").hold(2, "Grab")
    laid.play(1, "Mine", "2.1").defend(2, "Grab")
    assert laid.hand(1) == [], "the sensor's player discards, too"
    assert laid.state.kills == (1, 0)


def test_a_custom_trait_counts_only_on_revealed_varans(pool):
    laid = Table("*B1 B2", "*A1 *A3").hold(1, "Hunt, Hunt")
    laid.play(1, "Hunt", "2.1")
    assert laid.damage("2.1") == 1
    laid.play(1, "Hunt", "2.2")
    assert (laid.damage("2.2"), len(laid.hand(1))) == (0, 1)
    with speaking(language("de")):
        (text,) = card_text(pool.actions[table.KINDS["Hunt"]])
    assert text.endswith("Wenn er offen das Merkmal shade hat, nimmt er 1 Schaden. Sonst zieh eine Karte.")


def test_a_coin_is_public(pool):
    laid = Table("*A1 A3", "*B1 B2").hold(1, "Luck").play(1, "Luck", "2.1")
    (coin,) = laid.told(facts.Tossed)
    assert laid.at("2.1").sideways == coin.heads
    assert len(laid.hand(2)) == int(not coin.heads)
    assert "tosses a coin for *Luck*" in said(laid, pool, 2)


def test_cards_that_draw_endlessly_let_a_combat_end(pool):
    """A seat that plays on as long as possible draws 20 cards in a turn, and as many in the next."""
    text = neo('on = "played", then = [{ do = "draw", whose = "everyone" }]')
    reading = read_card_set(text, "draws.toml", FORMAT)
    assert reading.set is not None
    rules, rng = NeoCombatRules(PoolLibrary(pool.with_sets([reading.set]))), fresh_randomness(1)
    state = rules.setup(rules.normalize(rules.Options(), 2), 2, rng)
    drew, enough, actions = Counter(), Counter(), 0
    while state.turn < 3:
        seat, actions = min(rules.to_act(state)), actions + 1
        for fact in [event.public for event in rules.apply(state, seat, rules.legal(state, seat)[0], rng)]:
            if isinstance(fact, facts.Drew) and fact.why == "card":
                drew[state.turn, fact.seat] += fact.count
            elif isinstance(fact, facts.DrewEnough):
                enough[state.turn, fact.seat] += 1
        assert rules.view(state, None).drawn == state.drawn
        assert actions < 500
    turns = {(turn, seat) for turn in (1, 2) for seat in (0, 1)}
    assert drew == dict.fromkeys(turns, 20)
    assert set(enough) == turns, "both are told"


def test_computers_know_every_effect_of_the_language():
    words = {word for word in VOCABULARY.words if issubclass(word, EffectNode)}
    assert words == set(effects.WORTH)
    alone = words - {effects.Spot, effects.Attack, effects.Cancel, effects.Reduce}
    assert alone == set(tracker._SPECIAL), "each special has a reason"


def test_computers_value_further_effects(pool):
    """The same shot is better with a net, and an answer with damage is preferred."""
    laid = Table("*A1 A3", "*B1 B2").hold(1, "Net, Bolt").hold(2, "Bite, Bolt")
    situation = Situation(table.RULES.view(laid.state, 0), 0, pool)
    best = plays(situation, table.RULES.legal(laid.state, 0), Random(1))
    assert pool.actions[best[0].card].name == "Net"
    laid.play(1, "Bolt", "2.1", "1.1")
    view = table.RULES.view(laid.state, 1)
    given = answers(Situation(view, 1, pool), view.fight, table.RULES.legal(laid.state, 1))
    assert [pool.actions[each.card].name for each in given] == ["Bite"]


def test_a_custom_trait_uses_its_own_words_and_is_stored_without_them(pool):
    own = OwnText("shade", {"de": {"shade": "Schatten"}})
    varans = [
        replace(each, attributes=tuple([own if one == "shade" else one for one in each.attributes]))
        for each in pool.roster
    ]
    worded = Pool((replace(pool.sets[0], varans=tuple(varans)),))
    laid = Table("*A1 A3", "*B1 B2")
    changed = NeoTable(laid.state, worded, laid.rng)
    changed.claim(0, worded.roster[worded.ids["A1"]].attributes[-1])
    assert b"shade" in Codec(table.RULES).encode(laid.state)
    (event,) = changed.events
    wording, view = NeoCombatWording(PoolLibrary(worded)), table.RULES.view(laid.state, None)
    with speaking(language("de")):
        assert "Schatten" in wording.describe(event.public, view, ("Ann", "Ben"))
        assert "Schatten" in wording.board_text(view, ("Ann", "Ben"))

"""Random trees on random tables with random answers (ARC-18).

All programs end, no card is lost, and a twin that is stored and loaded at every step has the same result.
"""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine.cards import bounds, machine
from bot.engine.cards.nodes import EffectNode as Effect
from bot.engine.cards.program import STOP, Program, Question
from bot.engine.fair import Stream
from bot.games.arclash.cards.words import VOCABULARY
from bot.games.arclash.cards.words.abilities import Ability
from bot.games.arclash.cards.words.power import power_changes
from bot.games.arclash.cards.words.shield import shields
from tests.engine.cards.toy import Toy, ToyFace
from tests.engine.cards.trees import WORDS, Trees, trees

SEEDS = st.integers(0, 2**32)
MOMENTS = ("start-of-turn", "advance", "start-of-battle", "played", "end-of-battle")


def random_face(random: Random, maker: Trees) -> ToyFace:
    words = random.sample(WORDS, 3)
    abilities = [maker.ability("always", "roll", *MOMENTS) for _ in range(random.randrange(3))]
    kind = random.choice(("character", "support"))
    level = random.randint(1, 4) if kind == "character" else 0
    return ToyFace(
        f"{words[0]} {words[1]}", (words[2],), kind, level, random.randrange(999), tuple(abilities)
    )


def random_table(random: Random, maker: Trees) -> Toy:
    table = Toy(random.randint(2, 5))
    for seat in table.seats:
        for zone in ("hand", "deck", "discard", "stack", "supports"):
            table.put(zone, seat, *[random_face(random, maker) for _ in range(random.randrange(5))])
    table.scores = [random.randrange(4) for _ in table.seats]
    table.battles = [random.choice(("", "won", "lost")) for _ in table.seats]
    return table


def random_chain(random: Random, table: Toy, maker: Trees) -> Program:
    """Return abilities of cards in play, and some that are made for it."""
    chain = []
    for seat in table.seats:
        for card in table.cards("play", seat):
            chain += [(card, seat, each) for each in table.face(card).abilities if each.on in MOMENTS]
            chain.append((card, seat, maker.ability("played")))
    return machine.begin_all(Program(), chain)


def check_question(question: Question, table: Toy) -> None:
    """Check that a question can be answered, by a seat in the match, and that its cards are where it says."""
    assert question.seat in table.seats
    assert len(set(question.options)) == len(question.options)
    assert question.options or question.may_stop
    if question.kind == "seat":
        assert set(question.options) <= set(table.seats) - {question.seat}
        assert len(question.options) > 1
    if question.kind == "card":
        assert list(question.options) == sorted(question.options)
        assert set(question.options) <= set(_there(question, table))
        if question.looking:
            assert set(question.options) <= set(question.looking)


def _there(question: Question, table: Toy) -> list[int]:
    if question.why in ("search", "advance"):
        zones = ("hand", "deck", "discard")
        return [card for zone in zones for card in table.cards(zone, question.seat)]
    return list(table.cards("hand", question.seat if question.of is None else question.of))


def stored(program: Program) -> Program:
    return msgspec.json.decode(msgspec.json.encode(program), type=VOCABULARY.of(Program))


@settings(max_examples=80)
@given(maker=trees(), seed=SEEDS, leaving=st.booleans())
def test_a_twin_stored_at_every_step_has_the_same_result(maker, seed, leaving):
    random = Random(seed)
    table = random_table(random, maker)
    cards = table.all_cards()
    program = random_chain(random, table, maker)
    twin_table, twin = table.clone(), program
    rng, twin_rng = (Stream("twins", b"s" * 32) for _ in range(2))

    program, twin = machine.run(program, table, rng), machine.run(stored(twin), twin_table, twin_rng)
    for _ in range(2_000):
        assert twin == program
        assert twin_table.facts == table.facts
        assert twin_rng.draws == rng.draws
        assert table.all_cards() == cards, "no card is lost or made"
        if program.question is None:
            break
        check_question(program.question, table)
        if leaving and len(table.seats) > 2 and random.random() < 0.05:
            seat = random.choice(table.seats)
            table.seats.remove(seat)
            twin_table.seats.remove(seat)
            program = machine.leave(program, seat, table, rng)
            twin = machine.leave(stored(twin), seat, twin_table, twin_rng)
            continue
        value = random.choice(machine.answers(program))
        program = machine.answer(program, table, value, rng)
        twin = machine.answer(stored(twin), twin_table, value, twin_rng)
    assert program == Program(), "it has come to an end"
    assert len(table.told("cut short")) <= 1


@given(maker=trees(depth=16), seed=SEEDS)
def test_exactly_the_offered_answers_are_accepted(maker, seed):
    """At each question all answers are tried, each on its own copy of the table."""
    random = Random(seed)
    table = random_table(random, maker)
    rng = Stream("answers", b"s" * 32)
    program = machine.run(random_chain(random, table, maker), table, rng)
    for _ in range(8):
        if program.question is None:
            break
        offered = machine.answers(program)
        for value in offered:
            machine.answer(program, table.clone(), value, Stream("answers", b"s" * 32))
        refused = {STOP, 0, 1, 2, 3, 10_000} - set(offered)
        for value in refused:
            with pytest.raises(ValueError, match="is not an answer"):
                machine.answer(program, table, value, rng)
        program = machine.answer(program, table, random.choice(offered), rng)


@given(maker=trees(depth=24), seed=SEEDS)
def test_permanent_effects_are_evaluated_without_draws_or_changes(maker, seed):
    random = Random(seed)
    table = random_table(random, maker)
    before = msgspec.to_builtins([table.zones, table.facts, table.used_up, table.guards])
    for seat in table.seats:
        assert table.power(seat) >= 0
        for card in table.cards("play", seat):
            changes = power_changes(table, card, seat)
            assert all(target in table.seats and by for target, by in changes)
            assert list(changes) == list(power_changes(table, card, seat))
            assert all(target in table.seats and against for target, against in shields(table, card, seat))
    assert msgspec.to_builtins([table.zones, table.facts, table.used_up, table.guards]) == before


@settings(max_examples=30)
@given(maker=trees(depth=40), seed=SEEDS)
def test_hostile_trees_are_cut_short(maker, seed):
    """Trees far larger than a card may be: the number of effects is limited, and each chain ends."""
    random = Random(seed)
    table = random_table(random, maker)
    effects: list[Effect] = [maker.effect() for _ in range(60)]
    chain = [(0, random.choice(table.seats), Ability("played", tuple(effects))) for _ in range(60)]
    rng = Stream("hostile", b"s" * 32)
    program = machine.run(machine.begin_all(Program(), chain), table, rng)
    asked = 0
    while program.question is not None:
        assert program.done <= bounds.EFFECTS
        program = machine.answer(program, table, random.choice(machine.answers(program)), rng)
        asked += 1
        assert asked < bounds.EFFECTS * 40
    assert len(table.told("cut short")) == 1


@given(maker=trees(depth=16))
def test_trees_match_their_types_and_are_deterministic(maker):
    ability = maker.ability()
    assert msgspec.json.decode(msgspec.json.encode(ability), type=VOCABULARY.of(Ability)) == ability
    assert bounds.measure((ability,)).nodes >= 2


def test_random_trees_contain_every_node_of_the_language():
    text = "".join([repr(Trees(Random(seed)).ability()) for seed in range(300)])
    for node in VOCABULARY.words:
        assert f"{node.__name__}(" in text

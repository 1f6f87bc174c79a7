"""Random play always ends, and keeps the invariants after each action."""

from random import Random

import pytest
from msgspec.structs import replace

from bot.engine.cards.effect_context import EvaluationContext
from bot.games.overcross.cards.words import Pieces
from bot.games.overcross.rules import actions, facts
from bot.games.overcross.rules.aim import Snapshot
from bot.games.overcross.rules.field import Memory
from bot.games.overcross.rules.legal import legal
from bot.games.overcross.rules.options import Options
from tests.games.overcross.chance import OBJECTIVES, POOL, RULES, playthrough, positions
from tests.games.overcross.invariants import check_all
from tests.games.random_play import (
    check_garbled,
    check_legal_or_refused,
    check_written,
    fresh_randomness,
    kinds_told,
    numbers,
    play_and_check,
)

LONGEST = 6000


def check_kept(state):
    """What is kept by the difference to the last position is what is computed anew."""
    kept = RULES._queries(state)
    anew = Snapshot(state, kept.pool, Memory())
    for name in ("by_card", "by_square", "by_seat", "occupied", "on_grid", "unsettled", "bearers", "names"):
        assert getattr(kept.field, name) == getattr(anew.field, name)
    assert (kept.in_force.all, kept.in_force.work) == (anew.in_force.all, anew.in_force.work)
    for seat in RULES.to_act(state):
        assert list(RULES.legal(state, seat)) == list(legal(anew, seat))


def check_state(state):
    check_all(state)
    check_kept(state)
    if RULES.to_act(state):
        for seat in RULES.to_act(state):
            assert RULES.timeout_action(state, seat) in RULES.legal(state, seat)


@pytest.mark.parametrize("number", numbers(4, 1008))
def test_random_play_ends_and_keeps_the_invariants(number):
    assert play_and_check(RULES, playthrough(number), number, check_state, LONGEST) > 0


PIECES = [
    Pieces(whose, kind, within=within, inside=inside, unhurt=unhurt)
    for whose in ("any", "friend", "enemy")
    for kind in (("character",), ("terrain",), ("edit", "terrain"))
    for within, inside in ((0, False), (1, False), (4, False), (0, True))
    for unhurt in (False, True)
]


def test_whether_a_piece_matches_is_known_as_by_the_list_of_all():
    answers = set()
    for state in positions(range(8), kept=0.02):
        queries = RULES._queries(state)
        for card in [each.card for each in (*state.pieces, *state.terrains)]:
            context = EvaluationContext(queries, queries.owner(card))
            context.names = queries.names_of(card)
            for number, pieces in enumerate(PIECES):
                assert pieces.some(context) == bool(pieces.found(context))
                answers.add((number, pieces.some(context)))
    assert len(answers) > 1.8 * len(PIECES)


def with_other_characters(state):
    """Return the position with other Characters behind the same cards."""
    other = RULES.clone(state)
    other.lists = tuple([tuple(exchanged(numbers)) for numbers in state.lists])
    return other


def exchanged(numbers):
    characters = [number for number in numbers if POOL.cards[number].kind == "character"]
    others = iter(characters[1:] + characters[:1])
    return [next(others) if number in characters else number for number in numbers]


def test_what_is_kept_is_of_one_match_also_when_two_are_asked_about_in_turn():
    for state in [turning.after for turning in playthrough(5)][60:200]:
        queries, other = RULES._queries(state), with_other_characters(state)
        check_kept(other)
        anew = Snapshot(state, queries.pool, Memory())
        for seat in RULES.to_act(state):  # by queries from before the other match was asked about
            assert list(legal(queries, seat)) == list(legal(anew, seat))
        check_kept(state)


def test_the_matches_contain_every_kind_of_action_and_every_objective():
    left = {*RULES.Action.__args__, *OBJECTIVES} - {actions.BringDeck}
    left |= {facts.Aimed, facts.SaveRolled, facts.Died, facts.Invaded, facts.FlagTaken, facts.PutDown}
    for number in range(26):
        for turning in playthrough(number):
            left -= {type(turning.action), *kinds_told(turning)}
        left.discard(turning.after.options.objective)
        if not left:
            break
    assert not left


def all_conceivable(state):
    """Return actions of every kind, with own, others' and unknown cards and squares."""
    random = Random(repr(state.pieces))
    view = RULES.view(state, max(state.current, 0))
    cards = [
        -1,
        5000,
        *[piece.card for piece in state.pieces],
        *[card for hand in state.hands for card in hand],
    ]
    squares = range(-2, view.width * view.height + 1)
    yield from (
        actions.EndTurn(),
        actions.Keep(),
        actions.Redraw(),
        actions.Withdraw(),
        actions.Begin("first"),
    )
    yield from (actions.TakeDeck("nosuch"), actions.TakeDeck("nonesuch"), actions.BringDeck(("CST-01",)))
    yield from [actions.Choose(answer) for answer in (-1, 0, 1, *random.sample(squares, 5))]
    for card in dict.fromkeys(random.choices(cards, k=25)):
        yield from (actions.Discard(card), actions.Play(card), actions.Use(card), actions.Use(card, 1))
        for square in random.choices(squares, k=6):
            yield from (actions.Play(card, square), actions.Move(card, square), actions.Attack(card, square))
            yield actions.Attack(card, square, random.choice((0, 1, 7)), terrain=True)


def test_exactly_the_legal_actions_are_accepted():
    random = Random(7)
    for state in positions(range(16), kept=0.006):
        if RULES.outcome(state) is None:
            seat = random.choice([*sorted(RULES.to_act(state)), random.randrange(state.seats)])
            if not state.sides[seat].out:
                check_legal_or_refused(RULES, state, seat, all_conceivable(state), 1)


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("seats", [2, 4])
def test_timeout_actions_end_every_match(objective, seats):
    """Timeout actions alone end a match; the rounds end it (OVC-28)."""
    rng = fresh_randomness(seats)
    state = RULES.setup(Options(objective=objective, rounds=10), seats, rng)
    while RULES.outcome(state) is None:
        seat = min(RULES.to_act(state))
        RULES.apply(state, seat, RULES.timeout_action(state, seat), rng)
    assert state.round == 10


def test_a_legal_list_is_a_sequence_counted_without_being_built():
    for state in positions(range(6), kept=0.05):
        for seat in RULES.may_act(state):
            legal = RULES.legal(state, seat)
            assert list(legal) == [legal[place] for place in range(len(legal))] == legal[:]
            assert legal[-1] == legal[len(legal) - 1]
            with pytest.raises(IndexError):
                legal[len(legal)]


def test_a_resampled_state_has_all_cards_and_the_same_view():
    for number in range(8):
        random = Random(number)
        for i, turning in enumerate(playthrough(number)):
            if random.random() > 0.1:
                continue
            viewer = random.choice([None, *range(turning.after.seats)])
            view = RULES.view(turning.after, viewer)
            anew = RULES.resample(view, fresh_randomness(i))
            assert RULES.view(anew, viewer) == view
            assert RULES.to_act(anew) == RULES.to_act(turning.after)
            check_all(replace(anew))
            for seat in sorted(RULES.may_act(anew)):
                RULES.apply(
                    RULES.clone(anew), seat, random.choice(RULES.legal(anew, seat)), fresh_randomness(i)
                )


def test_a_written_position_is_read_back_equal():
    check_written(RULES, positions(range(10), kept=0.012))


def test_a_garbled_position_is_refused_in_a_sentence():
    check_garbled(RULES, positions(range(4), kept=0.01), 1)

"""Random play always ends, and keeps the invariants after each action."""

from collections import Counter
from random import Random

import pytest

from bot.games.neocombat.rules import actions, facts
from bot.games.neocombat.rules.knowledge import UNKNOWN
from bot.games.neocombat.rules.options import Options
from tests.games.neocombat.chance import playthrough, positions
from tests.games.neocombat.table import POOL, RULES
from tests.games.random_play import (
    check_garbled,
    check_legal_or_refused,
    check_written,
    fresh_randomness,
    kinds_told,
    numbers,
    play_and_check,
    positions_of,
)

LONGEST = 6000


def check_cards(state):
    """Every card is in one hand, the deck, the discard pile, or out of the game (NEO-13)."""
    lying = [*state.deck.order, *state.deck.discard, *state.removed]
    assert sorted([*lying, *[card for hand in state.hands for card in hand]]) == list(POOL.deck)
    assert all(POOL.actions[card].leaves for card in state.removed)
    assert all(list(hand) == sorted(hand) for hand in state.hands)
    assert all(not state.hands[seat] for seat, gone in enumerate(state.out) if gone)


def check_tokens(state):
    """Every varan is one token, in an existing sector; damage is below the health of living ones."""
    assert len(set(state.varans)) == len(state.varans) == len(state.tokens)
    for token, its in enumerate(state.tokens):
        owner = token // state.options.team
        varan = state.varans[token]
        if not its.here:
            assert its.revealed
            assert state.out[owner] == "resigned" or state.wounds[varan] == POOL.roster[varan].health
            continue
        assert not state.out[owner]
        assert state.wounds[varan] < POOL.roster[varan].health
    for seat, gone in enumerate(state.out):
        team = state.tokens[seat * state.options.team : (seat + 1) * state.options.team]
        assert not state.tokens or gone or any(its.here for its in team)
    dead = [varan for varan, damage in enumerate(state.wounds) if damage == POOL.roster[varan].health]
    assert sum(state.kills) == len(dead)


def check_knowledge(state):
    """The public knowledge is true: revealed varans are known, and none as another one (NEO-18c)."""
    team = state.options.team
    for seat, known in enumerate(state.knowledge):
        named = {record.varan for record in known.records} - {UNKNOWN}
        for place, guess in enumerate(known.tokens):
            token = seat * team + place
            varan = state.varans[token]
            assert guess.maybe
            if state.tokens[token].revealed:
                assert known.name_of(place) == varan
            possible = [each.varan for each in known.possible(place)]
            assert varan in possible if varan in named else UNKNOWN in possible
            assert guess.seen.fits(POOL.roster[varan])
            if known.name_of(place) == UNKNOWN and len(guess.maybe) == 1:
                assert known.possible(place)[0].fits(POOL.roster[varan])


def once_a_turn(match):
    """Each varan moves once a turn, and attacks once, or twice with the attribute (NEO-05, NEO-07)."""
    moved, attacked = Counter(), Counter()
    for turning in match:
        for fact in [event.public for event in turning.events]:
            if isinstance(fact, facts.TurnBegan):
                moved.clear()
                attacked.clear()
            elif isinstance(fact, facts.Moved):
                moved[fact.token] += 1
                assert moved[fact.token] == 1
            elif isinstance(fact, facts.Played) and POOL.ways[fact.card][fact.way].user is not None:
                attacked[fact.user] += 1
                has = POOL.roster[turning.before.varans[fact.user]].attributes
                assert attacked[fact.user] <= 1 + bool({"firepower", "berserk"} & set(has))
        yield turning


def check_state(state):
    check_cards(state)
    check_tokens(state)
    check_knowledge(state)
    for seat in RULES.to_act(state):
        assert RULES.timeout_action(state, seat) in RULES.legal(state, seat)


@pytest.mark.parametrize("number", numbers(10, 1030))
def test_random_play_ends_and_keeps_the_invariants(number):
    assert play_and_check(RULES, once_a_turn(playthrough(number)), number, check_state, LONGEST) > 0


def test_the_matches_contain_every_kind_of_action_fact_and_end():
    of_other_sets = {facts.LostCards, facts.Rolled, facts.Tossed, facts.DrewEnough}
    left = {*RULES.Action.__args__, *RULES.Fact.__args__} - {facts.TeamDealt} - of_other_sets
    left |= {
        "A player has no varans left: most kills win",
        "Two players have no varans left: most kills win",
        "The last player with varans wins",
        "Everybody else has left",
    }
    for number in range(60):
        for turning in playthrough(number):
            left -= {type(turning.action), *kinds_told(turning)}
        left.discard(turning.after.outcome.why)
        if not left:
            break
    assert not left


def all_conceivable(state):
    """Return every action of every kind, with own, others' and unknown cards and varans."""
    tokens = range(-1, len(state.tokens) + 1)
    kinds = range(-1, len(POOL.actions) + 1)
    yield from (actions.Pass(), actions.Stop(), actions.Ready(), actions.ByLot())
    yield from [actions.Keep(varan) for varan in range(len(POOL.roster))]
    for card in kinds:
        yield from (actions.Discard(card), actions.Defend(card), actions.Defend(card, claim=True))
        yield from [actions.Dress(card, token) for token in tokens]
    for token in tokens:
        yield from (actions.Cloak(token), actions.Shuffle(token))
        yield from [actions.Move(token, to) for to in range(-2, 12)]
    random = Random(repr(state.tokens))
    for _ in range(250):
        yield actions.Play(
            random.choice(kinds),
            random.choice(tokens),
            random.choice(tokens),
            random.choice((0, 0, 1, 2)),
            random.random() < 0.3,
            random.random() < 0.3,
        )


def test_exactly_the_legal_actions_are_accepted():
    random = Random(7)
    for state in positions(range(1, 30), kept=0.003):
        if RULES.outcome(state) is None:
            awaited = sorted(RULES.to_act(state))
            seat = random.choice([*awaited, random.randrange(state.seats)])
            check_legal_or_refused(RULES, state, seat, all_conceivable(state), 1)


def test_timeout_actions_end_every_match():
    """Timeout actions alone end a match; three turns without damage end it (NEO-16a, NEO-19)."""
    for seats in range(2, 7):
        rng = fresh_randomness(seats)
        deal = "draft" if seats < 6 else "balanced"
        state = RULES.setup(Options(team=3, deal=deal), seats, rng)
        while RULES.outcome(state) is None:
            seat = min(RULES.to_act(state))
            RULES.apply(state, seat, RULES.timeout_action(state, seat), rng)
        assert state.turn == 3
        assert state.outcome.why == "Three turns without damage: most kills win"
        assert state.outcome.drawn


def test_a_written_position_is_read_back_equal():
    """Also with varans that begin wounded, of which not all are dealt."""
    check_written(RULES, positions(range(24), kept=0.012))
    wounded = RULES.normalize(Options(wounds=4, draw="comeback", hours=2), 3), 3
    check_written(RULES, positions_of(playthrough(3, wounded), 3, 0.5))


def test_a_garbled_position_is_refused_in_a_sentence():
    check_garbled(RULES, positions(range(12), kept=0.02), 1)

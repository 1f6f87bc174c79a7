"""Setup, deals and the draft (NEO-01 to NEO-03)."""

from collections import Counter

import pytest

from bot.engine.errors import BadOptions
from bot.games.neocombat.rules import actions
from bot.games.neocombat.rules.options import Options, offered
from bot.matches.options import offered_options
from tests.games.neocombat.table import POOL, RULES, varan
from tests.games.random_play import fresh_randomness


def opened(seats=2, number=1, **options):
    return RULES.setup(Options(**options), seats, fresh_randomness(number))


def test_the_roster_is_that_of_the_ruling():
    """NEO-02: 24 varans, each with speed, health and attributes."""
    assert len(POOL.roster) == 24
    b5 = POOL.roster[varan("B5")]
    assert (b5.name, b5.speed, b5.health) == ("Blaster", 2, 5)
    assert set(b5.attributes) == {"tough", "accurate", "firepower", "flamer"}
    assert Counter(each.speed for each in POOL.roster) == {1: 6, 2: 12, 3: 6}
    assert [each.id for each in POOL.roster if each.health == 8] == ["C1", "C5"]


def test_all_begin_cloaked_in_a_sector_of_their_team():
    """NEO-01: home sectors by seat, none in the Centre, none moved or sideways."""
    state = opened(3)
    assert [token.sector for token in state.tokens] == [1] * 4 + [2] * 4 + [3] * 4
    assert not any(token.revealed or token.sideways or token.moved for token in state.tokens)


@pytest.mark.parametrize(("seats", "team"), [(2, 8), (3, 8), (6, 4), (6, 1), (4, 5)])
def test_seats_and_teams_are_limited_by_the_roster(seats, team):
    """NEO-01: 2 to 6 seats with 1 to 8 varans each; every varan is dealt at most once."""
    state = opened(seats, team=team)
    assert len(set(state.varans)) == seats * team


@pytest.mark.parametrize(("seats", "team"), [(4, 7), (6, 5), (1, 4), (7, 2)])
def test_too_many_varans_are_refused(seats, team):
    """NEO-01: the refusal has the maximum."""
    with pytest.raises(BadOptions, match=r"at most\.|two to six"):
        opened(seats, team=team)


def test_the_dealer_is_drawn_and_deals_team_plus_four():
    """NEO-03: the dealer is First player; each is dealt varans + 4 cards, and draws for the first turn."""
    firsts = {opened(3, number).first for number in range(30)}
    assert firsts == {0, 1, 2}
    state = opened(2, team=3)
    assert [len(hand) for hand in state.hands] == [3 + 4 + 3] * 2
    assert state.turn == 1


@pytest.mark.parametrize("seats", range(2, 7))
def test_balanced_teams_differ_in_value_by_at_most_one(seats):
    """NEO-01a: speed + health + 1 for each of N L T B P + 2 for each of F A S, at most 1 apart.

    Random teams differ by more.
    """
    assert POOL.roster[varan("A1")].worth == 2 + 6 + 2 + 1 + 1

    def spreads(**options):
        for number in range(10):
            varans = opened(seats, number, team=4, **options).varans
            teams = [varans[seat * 4 : seat * 4 + 4] for seat in range(seats)]
            worths = [sum(POOL.roster[each].worth for each in team) for team in teams]
            yield max(worths) - min(worths)

    assert max(spreads()) <= 1 < max(spreads(deal="random"))


def test_in_a_draft_each_keeps_half_of_the_dealt_varans():
    """NEO-01a: chosen in secret, one hand-off; the rest stay unseen.

    The tokens are numbered at random, so that the order of the choices reveals nothing.
    """
    orders = set()
    for number in range(20):
        state, rng = opened(2, team=2, deal="draft"), fresh_randomness(number)
        assert state.phase == "draft"
        assert [len(offer) for offer in state.offers] == [4, 4]
        assert not set(state.offers[0]) & set(state.offers[1])
        assert RULES.view(state, 0).offer == state.offers[0]
        assert RULES.view(state, None).offer == ()
        one, two = state.offers[0][:2]
        told = RULES.apply(state, 0, actions.Keep(two), rng)
        assert [event.public for event in told] == [None]
        assert RULES.to_act(state) == {0, 1}
        RULES.apply(state, 0, actions.Keep(one), rng)
        assert RULES.to_act(state) == {1}
        RULES.apply(state, 1, actions.ByLot(), rng)
        assert (state.phase, state.offers) == ("movement", ())
        assert set(state.varans[:2]) == {one, two}
        assert set(state.varans[2:]) < set(POOL.ids.values())
        orders.add(state.varans[:2])
    assert len(orders) == 2


def test_a_draft_is_limited_by_the_roster_and_refused_without_a_choice():
    """NEO-01a: at most roster / seats each; without a choice the draft is refused."""
    assert offered(4, 4, 24) == 6
    assert len(opened(4, team=4, deal="draft").offers[0]) == 6
    with pytest.raises(BadOptions, match="nothing is left to choose"):
        opened(6, team=4, deal="draft")


def test_a_varan_is_kept_once_and_only_if_it_was_dealt():
    """NEO-01a: the refusals say so without revealing who else has it."""
    state, rng = opened(2, team=2, deal="draft"), fresh_randomness(5)
    RULES.apply(state, 0, actions.Keep(state.offers[0][0]), rng)
    legal = RULES.legal(state, 0)
    assert actions.Keep(state.offers[0][0]) not in legal
    foreign = [each for each in range(24) if each not in state.offers[0]]
    sentences = set()
    for each in foreign:
        with pytest.raises(Exception, match="not dealt to you") as refused:
            RULES.apply(state, 0, actions.Keep(each), rng)
        sentences.add(str(refused.value))
    assert len(sentences) == 1


@pytest.mark.parametrize(("seats", "end"), [(2, "first"), (3, "first"), (4, "second"), (6, "second")])
def test_the_default_end_depends_on_the_seats(seats, end):
    """NEO-16: with 2 and 3 seats the first without varans ends it, with 4 or more the second."""
    normalized = RULES.normalize(Options(team=2), seats)
    assert normalized.end == end
    assert RULES.normalize(normalized, seats) == normalized


@pytest.mark.parametrize(("seats", "end"), [(2, "score"), (3, "first"), (4, "last"), (6, "last")])
def test_a_match_that_people_open_has_the_measured_defaults(seats, end):
    """NEO-16d: defaults are those measured in docs/BALANCE.md; given options are kept."""
    offered = offered_options(RULES, {}, seats)
    assert (offered.draw, offered.wounds, offered.end) == ("comeback", 3, end)
    plain = offered_options(RULES, {"draw": "alive", "wounds": 0, "end": "usual"}, seats)
    assert plain == RULES.normalize(Options(), seats)


def test_wounded_varans_begin_alive():
    """NEO-04c: no varan begins with less than 1 health."""
    state = opened(2, wounds=4)
    assert state.wounds == tuple([min(4, each.health - 1) for each in POOL.roster])
    assert min(each.health - wound for each, wound in zip(POOL.roster, state.wounds, strict=True)) == 1


def test_the_second_end_needs_four_seats():
    """NEO-16."""
    with pytest.raises(BadOptions, match="four seats or more"):
        opened(3, end="second")
    with pytest.raises(BadOptions, match='There are no cards "mine"'):
        opened(2, cards="mine")

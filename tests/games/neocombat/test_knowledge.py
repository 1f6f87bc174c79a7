"""The public knowledge of tokens, compared with all possible teams (NEO-18a, NEO-18c)."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.neocombat.cards.varans import Varan
from bot.games.neocombat.rules import knowledge
from bot.games.neocombat.rules.knowledge import UNKNOWN, Guess, Record

ROSTER = (
    Varan("X1", "Scout", 3, 5, ("sensors",)),
    Varan("X2", "Sniper", 2, 6, ("sensors", "sniper")),
    Varan("X3", "Tank", 1, 8, ("tough",)),
    Varan("X4", "Fighter", 2, 5, ("fighter", "tough")),
    Varan("X5", "Plain", 3, 5, ()),
)
TEAM = 3

happenings = st.tuples(
    st.sampled_from(["claim", "move", "reveal", "shuffle"]), st.integers(0, TEAM - 1), st.integers(0, 9)
)
teams = st.permutations(range(5)).map(lambda order: order[:TEAM])


class History:
    """A true team, the public knowledge of it, and every team that is possible for all viewers."""

    def __init__(self, team):
        self.true = list(team)
        self.known = knowledge.nothing_known(TEAM)
        self.worlds = set(permutations(range(len(ROSTER)), TEAM))

    def happen(self, kind, token, number):
        """Apply a possible event, and remove the teams for which it is impossible."""
        varan = ROSTER[self.true[token]]
        if kind == "claim" and varan.attributes:
            attribute = varan.attributes[number % len(varan.attributes)]
            self.known = knowledge.claimed(self.known, token, attribute, ROSTER)
            self.worlds = {each for each in self.worlds if attribute in ROSTER[each[token]].attributes}
        elif kind == "move":
            step = 1 + number % varan.speed
            self.known = knowledge.moved(self.known, token, step, ROSTER)
            self.worlds = {each for each in self.worlds if ROSTER[each[token]].speed >= step}
        elif kind == "reveal":
            self.known = knowledge.revealed(self.known, token, self.true[token], ROSTER)
            self.worlds = {each for each in self.worlds if each[token] == self.true[token]}
        elif kind == "shuffle":
            self.shuffle(*_GROUPS[token, number % 2])

    def shuffle(self, tokens, turn):
        """Shuffle tokens, as `turn` does; every order is possible."""
        self.known = knowledge.shuffled(self.known, tokens)
        order = list(permutations(tokens))
        chosen = order[turn % len(order)]
        self.true = _moved(self.true, tokens, chosen)
        self.worlds = {tuple(_moved(each, tokens, way)) for each in self.worlds for way in order}


_GROUPS = {
    (0, 0): ((0, 1), 1),
    (0, 1): ((0, 1, 2), 3),
    (1, 0): ((1, 2), 1),
    (1, 1): ((0, 2), 1),
    (2, 0): ((0, 1, 2), 4),
    (2, 1): ((1, 2), 0),
}


def _moved(team, tokens, order):
    after = list(team)
    for to, origin in zip(tokens, order, strict=True):
        after[to] = team[origin]
    return after


def allowed(known, team):
    """Whether the tokens can be this team, by the public knowledge."""
    return any(_fits(known, team, order) for order in permutations(range(TEAM)))


def _fits(known, team, order):
    named = {record.varan for record in known.records}
    for token, number in enumerate(order):
        guess, record, varan = known.tokens[token], known.records[number], team[token]
        if number not in guess.maybe or not guess.seen.fits(ROSTER[varan]):
            return False
        if record.varan != UNKNOWN and record.varan != varan:
            return False
        if record.varan == UNKNOWN and (varan in named or not record.fits(ROSTER[varan])):
            return False
    return True


@settings(max_examples=400)
@given(team=teams, story=st.lists(happenings, max_size=9))
def test_a_possible_team_is_never_ruled_out(team, story):
    """No event removes a team that is possible for all viewers."""
    history = History(team)
    for kind, token, number in story:
        history.happen(kind, token, number)
    assert tuple(history.true) in history.worlds
    assert all(allowed(history.known, world) for world in history.worlds)


@settings(max_examples=200)
@given(team=teams, story=st.lists(happenings, max_size=9))
def test_without_shuffles_the_knowledge_is_complete(team, story):
    """Until the first shuffle, exactly the possible teams are allowed."""
    history = History(team)
    for kind, token, number in story:
        if kind != "shuffle":
            history.happen(kind, token, number)
    teams = set(permutations(range(len(ROSTER)), TEAM))
    assert {each for each in teams if allowed(history.known, each)} == history.worlds


@settings(max_examples=200)
@given(team=teams, story=st.lists(happenings, max_size=7))
def test_seen_tokens_are_known_after_any_shuffles(team, story):
    """When all have been seen since, everything is known."""
    history = History(team)
    for kind, token, number in story:
        history.happen(kind, token, number)
    for token in range(TEAM):
        history.happen("reveal", token, 0)
    assert [history.known.name_of(token) for token in range(TEAM)] == history.true


def test_after_a_shuffle_a_token_is_one_of_two():
    """Two shuffled known varans are "one of X1, X2"; a claim distinguishes them (NEO-18c)."""
    known = knowledge.nothing_known(TEAM)
    known = knowledge.revealed(known, 0, 0, ROSTER)
    known = knowledge.revealed(known, 1, 1, ROSTER)
    known = knowledge.shuffled(known, (0, 1))
    assert [each.varan for each in known.possible(0)] == [0, 1]
    known = knowledge.claimed(known, 1, "sniper", ROSTER)
    assert [known.name_of(token) for token in range(TEAM)] == [0, 1, UNKNOWN]


def test_a_step_rules_out_slower_varans():
    """A varan that moves while cloaked in step 3 is none with a lower speed (NEO-18c)."""
    known = knowledge.nothing_known(TEAM)
    for token, varan in ((0, 0), (1, 1), (2, 2)):
        known = knowledge.revealed(known, token, varan, ROSTER)
    known = knowledge.shuffled(known, (0, 1, 2))
    known = knowledge.moved(known, 2, 3, ROSTER)
    assert known.name_of(2) == 0
    assert [each.varan for each in known.possible(0)] == [1, 2]


def test_when_one_of_two_unknown_varans_is_seen_shared_facts_are_lost():
    """Which of two unknown varans was seen is unknown, unless it has no sensors."""
    known = knowledge.claimed(knowledge.nothing_known(TEAM), 0, "sensors", ROSTER)
    known = knowledge.shuffled(known, (0, 1))
    seen = knowledge.revealed(known, 0, 1, ROSTER)
    assert seen.possible(1) == (Record(),)
    assert seen.tokens[2] == Guess((2,))
    other = knowledge.revealed(known, 0, 2, ROSTER)
    assert other.possible(1) == (Record(claimed=("sensors",)),)


@pytest.mark.parametrize("token", range(TEAM))
def test_a_known_varan_is_ruled_out_for_the_others(token):
    """The last of three shuffled varans is known when the other two are (NEO-18c)."""
    known = knowledge.nothing_known(TEAM)
    for each in range(TEAM):
        known = knowledge.revealed(known, each, each, ROSTER)
    known = knowledge.shuffled(known, (0, 1, 2))
    others = [each for each in range(TEAM) if each != token]
    for each, varan in zip(others, (2, 0), strict=True):
        known = knowledge.revealed(known, each, varan, ROSTER)
    assert known.name_of(token) == 1


def test_facts_shown_by_all_of_a_shuffled_set_stay_known_after_the_next_shuffle():
    """NEO-18d: both have moved in step 2 or 3 since they were shuffled; so each has speed 2 or more."""
    known = knowledge.shuffled(knowledge.nothing_known(TEAM), (0, 1))
    known = knowledge.moved(known, 0, 2, ROSTER)
    known = knowledge.moved(known, 1, 3, ROSTER)

    known = knowledge.shuffled(known, (0, 1))

    assert [[each.speed for each in known.possible(token)] for token in range(TEAM)] == [[2, 2], [2, 2], [1]]


def test_facts_shown_by_one_of_a_shuffled_set_are_lost_in_the_next_shuffle():
    """NEO-18d: only facts that every one of them has shown."""
    known = knowledge.shuffled(knowledge.nothing_known(TEAM), (0, 1))
    known = knowledge.moved(known, 0, 3, ROSTER)

    known = knowledge.shuffled(known, (0, 1, 2))

    assert {each.speed for token in range(TEAM) for each in known.possible(token)} == {1}

"""Power: pairs, chains, bases, Jokers and supports (CRF-07 to CRF-11), and the search against brute force."""

from random import Random

import pytest

from bot.engine.grid import squares_of
from bot.games.crossfire.rules import piles
from bot.games.crossfire.rules.cards import card, joker, rank
from bot.games.crossfire.rules.lighting import lighting, proof
from bot.games.crossfire.rules.power import coded, codes_of, decide, face_powers
from bot.games.crossfire.rules.reach import Reach
from bot.games.crossfire.rules.table import make_table
from bot.games.crossfire.rules.view import Pile
from tests.games.crossfire import brute
from tests.games.crossfire.chance import positions
from tests.games.crossfire.table import LAYOUTS, Table

SMALL_CROSS = "##ccc##/##333##/b2...4d/b2.*.4d/b2...4d/##111##/##aaa##"
"""A small table of teams, for which brute force finds chains from partner to partner."""


POWERED = {
    "CRF-07: two neighbours that make ten power each other": ("c2:4 c3:6", "c2 c3"),
    "CRF-07: neighbours that do not make ten are dead": ("c2:4 c3:5", ""),
    "CRF-07: a corner is no neighbour": ("c2:4 b3:6", ""),
    "CRF-07: a ten is powered alone and a royal never": ("c2:10 b2:Q", "c2"),
    "CRF-07: a tower is powered alone": ("c2:10 c3:K^10", "c2 c3"),
    "CRF-07: a pair without a chain to a base is dead": ("c2:J c4:4 c5:6", ""),
    "CRF-08: of two ends that need the same partner one leads on": (
        "b2:10 b3:4 c3:6 d3:4 e3:10 e4:10",
        "b2 b3 c3",
    ),
    "CRF-08: pairing the middle two would leave both ends dead": (
        "b2:10 b3:4 c3:6 d3:4 e3:6 e4:10",
        "b2 b3 c3 d3 e3 e4",
    ),
    "CRF-09: a base is powered as a ten": ("a2:10", "a2"),
    "CRF-09: a base is powered when it is lifted to ten": ("a2:7 a1:3", "a2"),
    "CRF-09: a base is powered in a pair": ("a2:7 a3:3", "a2 a3"),
    "CRF-09: two neighbouring bases may pair": ("b2:7 c2:3", "b2 c2"),
    "CRF-10: a Joker as a base is a ten alone": ("c2:Jo c3:4", "c2 c3"),
    "CRF-10: a Joker in a chain is a ten alone": ("c2:10 c3:Jo c4:10", "c2 c3 c4"),
    "CRF-11: a supported base has the sum": ("c2:3 c1:4 c3:3", "c2 c3"),
    "CRF-11: a supported base has its own power too": ("c2:3 c1:4 c3:7", "c2 c3"),
    "CRF-11: a supported base has nothing else": ("c2:3 c1:4 c3:6", ""),
    "CRF-11: support nodes are no nodes of the chain": ("b1:4 c1:6 c2:J b2:J", ""),
    "CRF-11: a base is lifted by its support, not paired with it": ("c1:4 c2:6", "c2"),
    "CRF-11: a support that no longer fits does no harm": ("c1:4 c2:9 c3:A", "c2 c3"),
    "CRF-11: a support that no longer fits does nothing": ("c1:4 c2:9 c3:7", ""),
    "CRF-11: a support does nothing for a royal": ("c1:4 c2:Q", ""),
    "CRF-10, CRF-13: a Joker as a support lifts its base to a power": ("c1:Jo c2:3 c3:5", "c2 c3"),
    "CRF-10, CRF-13: a Joker as a support lifts its base to ten": ("c1:Jo c2:3 c3:8", "c2"),
    "CRF-17: a seized pile pairs with nothing": ("c2:4 c3:6+2", ""),
    "CRF-17: a seized pile is no ten": ("c2:10+2 c3:10", ""),
}
"""Piles of a seat, and the squares from which it can play."""


@pytest.mark.parametrize(("piles", "powered"), POWERED.values(), ids=POWERED)
def test_the_squares_with_power(piles, powered):
    assert Table(piles).powered() == powered


def test_no_node_is_in_two_pairs_but_the_pairing_may_be_switched_crf_07():
    table = Table("c2:4 c3:6 c4:4")
    assert table.powered() == "c2 c3"  # c4 needs c3, and then no base is powered
    table.place(1, "b2:10 b3:10")
    assert table.powered() == "b2 c2 b3 c3 c4"  # now either end may have the 6
    assert len(table.lighting().pairs) == 1


def test_a_chain_needs_powered_nodes_all_the_way_crf_07():
    table = Table("c2:4 c3:6 c4:3 c5:2 d5:8")
    assert table.powered() == "c2 c3"
    table.place(1, "d4:7")
    assert table.powered() == "c2 c3 c4 d4 c5 d5"


def test_one_pairing_powers_one_end_and_another_the_other_crf_08():
    # The 6 at c3 can pair with either 4, and the way to each 8 needs another one.
    table = Table("c2:10 c3:6 b3:4 d3:4 b4:10 d4:10")
    assert table.powered() == "c2 b3 c3 d3 b4 d4"
    left, right = table.proof("b4"), table.proof("d4")
    assert table.names(left.path) == "c2 b3 c3 b4"
    assert [table.names((pair.a, pair.b)) for pair in left.pairs] == ["b3 c3"]
    assert [table.names((pair.a, pair.b)) for pair in right.pairs] == ["c3 d3"]


def test_a_joker_on_the_table_is_any_power_of_one_pair_crf_10():
    table = Table("c2:4 c3:Jo c4:3")
    assert table.powered() == "c2 c3"  # either 4 or 3 has the Joker: with 3 no base would be powered
    assert table.lighting().powers[table.square("c3")] == 6


def test_a_joker_may_differ_for_each_pairing_crf_10():
    table = Table("c2:10 c3:Jo b3:2 d3:9 b4:10 d4:10")
    assert table.powered() == "c2 b3 c3 d3 b4 d4"
    assert table.proof("b4").pairs[0].power_b == 8
    assert table.proof("d4").pairs[0].power_a == 1


def test_the_shown_pairs_power_the_maximum_of_nodes():
    table = Table("c2:10 c3:6 b3:4 d3:4 d4:10 d5:10")
    shown = table.lighting()
    assert table.names(shown.lit) == "c2 c3 d3 d4 d5"
    assert table.names(shown.powered) == "c2 b3 c3 d3 d4 d5"
    assert table.pairs() == ["c3+d3"]


def test_a_node_without_power_has_no_proof():
    assert Table("c2:4 c3:5").proof("c3") is None


# ---- against brute force

RANKS = (1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 10, 11, 0)
"""Ranks of random nodes, 0 for a Joker: many pairs, some tens and royals."""


def random_pile(random: Random, seat: int, ranks: tuple[int, ...]) -> Pile:
    drawn = random.choice(ranks)
    if random.random() < 0.05:
        return piles.tower(seat, card(seat, 13, 0), card(seat, 10, 0))
    if random.random() < 0.04:
        return Pile(seat, "seized", (card(seat, 5, 0), card(seat, 6, 0)))
    return piles.node(seat, card(seat, drawn, random.randrange(4)) if drawn else joker(seat))


def random_board(random: Random, table, team: int, most: int):
    """Return nodes grown around some bases, with supports, of one or two owners.

    Partners often have a straight line of nodes between them.
    """
    seats = range(team, table.seats, 2)
    low = random.randint(1, 5)
    ranks = (*random.sample(RANKS, 3), *(low, 10 - low) * 3) if random.random() < 0.7 else RANKS
    wanted = random.randint(5, most)
    if table.seats == 4:
        ranks = (*ranks, 10, 10, 10, 10, 0, 0)
        if random.random() < 0.6:
            squares = set(straight_line(table, random.choice(table.bases[team])))
    board: list[Pile | None] = [None] * table.grid.size
    squares = {random.choice(table.bases[seat]) for seat in seats}
    while len(squares) < wanted:
        beside = [
            other
            for square in squares
            for other in brute.neighbours(square, table.grid.width)
            if table.has(other) and (table.field >> other & 1 or table.base_home[other] in seats)
        ]
        if random.random() < 0.1:
            beside = list(table.field_squares)
        squares.add(random.choice(beside))
    for square in sorted(squares):
        home = table.base_home[square]
        seat = home if home >= 0 and random.random() < 0.9 else random.choice(seats)
        board[square] = random_pile(random, seat, ranks)
    for seat in seats:
        for base in table.bases[seat]:
            if random.random() < 0.3:
                board[table.behind[base]] = piles.node(seat, card(seat, random.randint(1, 9), 0))
    return tuple(board)


def straight_line(table, base: int) -> range:
    """Return the squares from a base to the opposite one."""
    step = table.ahead[base] - base
    return range(base, base + 5 * step, step)


def told_nodes(table, board, team):
    """Return the nodes of a team in the words of the rules (CRF-07, CRF-10, CRF-11, CRF-17, CRF-19)."""
    nodes = {}
    for square, pile in enumerate(board):
        if pile is None or pile.owner % 2 != team or pile.kind == "seized" or table.support_home[square] >= 0:
            continue
        top = pile.cards[0]
        powers = {10} if pile.kind == "tower" else set(brute.powers_of(rank(top)))
        support = board[table.behind[square]] if square in table.behind else None
        supported = support and support.owner == pile.owner == table.base_home[square] and pile.kind == "node"
        if supported and len(powers) == 1 and max(powers) + rank(support.cards[0]) <= 10:
            powers.add(max(powers) + rank(support.cards[0]))
        nodes[square] = brute.Node(pile.owner // 2, frozenset(powers))
    return nodes


def told_bases(table, nodes, team):
    """Return the bases of each member of a team, by the seats that hold them (CRF-31)."""
    bases = [base for seat in range(team, table.seats, 2) for base in table.bases[seat] if base in nodes]
    return tuple([frozenset([base for base in bases if nodes[base].member == one]) for one in (0, 1)])


def compare_with_brute_force(table, board, team):
    nodes = told_nodes(table, board, team)
    expected = brute.reach(nodes, told_bases(table, nodes, team), table.grid.width)
    power = decide(table, team, codes_of(table, board, team))
    acting = [frozenset(squares_of(mask)) for mask in power.acting]
    assert acting[0] == expected.acting[0]
    if table.seats == 4:
        assert acting[1] == expected.acting[1]
        assert power.joined == expected.joined
    check_proofs(table, board, team, nodes, expected)
    return expected


def check_proofs(table, board, team, nodes, expected):
    """Each node that can act has a proof: disjoint pairs of 10, and a path of powered nodes to a base."""
    shown = lighting(table, board, team)
    check_pairs(table, nodes, shown.pairs)
    alone = {square for square, node in nodes.items() if 10 in node.powers}
    under_power = frozenset(alone.union(*[(pair.a, pair.b) for pair in shown.pairs]))
    bases = frozenset().union(*told_bases(table, nodes, team))
    assert shown.lit == brute.linked(under_power, bases, table.grid.width)
    assert shown.powered == expected.linked
    assert set(shown.powers) == under_power
    for member in (0, 1):
        seat = team + 2 * member
        if seat >= table.seats:
            continue
        for square in nodes:
            found = proof(table, board, seat, square)
            assert (found is not None) == (square in expected.acting[member])
            if found is not None:
                check_pairs(table, nodes, found.pairs)
                covered = {square for pair in found.pairs for square in (pair.a, pair.b)}
                assert found.path[0] == square
                assert table.team_bases[team] >> found.path[-1] & 1
                for a, b in zip(found.path, found.path[1:], strict=False):
                    assert b in brute.neighbours(a, table.grid.width)
                assert all(one in covered or 10 in nodes[one].powers for one in found.path)


def check_pairs(table, nodes, pairs):
    squares = [square for pair in pairs for square in (pair.a, pair.b)]
    assert len(set(squares)) == len(squares)
    for pair in pairs:
        assert pair.b in brute.neighbours(pair.a, table.grid.width)
        assert pair.power_a + pair.power_b == 10
        assert pair.power_a in nodes[pair.a].powers
        assert pair.power_b in nodes[pair.b].powers
        assert nodes[pair.a].member == nodes[pair.b].member


def compare_lays(table, board, seat):
    """Compare the squares where a card can be laid, by CRF-12 and CRF-29, with brute force.

    Return the lays that the laid card links itself, over a node from which the seat cannot play.
    """
    nodes = told_nodes(table, board, seat % 2)
    homes = told_bases(table, nodes, seat % 2)
    member, width = seat // 2, table.grid.width
    acting = brute.reach(nodes, homes, width)
    standing = Reach(table, board, seat)
    pairing = standing.pairing_squares()
    linking = 0
    for square in table.field_squares:
        if board[square] is not None:
            continue
        beside = [other for other in brute.neighbours(square, width) if other in nodes]
        free = any(other in acting.acting[member] for other in beside)
        assert bool(standing.open >> square & 1) == free
        for drawn in () if free else range(14):
            trial = {**nodes, square: brute.Node(member, brute.powers_of(drawn))}
            can = [
                other
                for other in beside
                if brute.can_pair(nodes[other], trial[square])
                and (table.base_home[other] < 0 or table.ahead[other] == square)
                and brute.pairs_and_links(trial, homes[0] | homes[1], width, other, square)
            ]
            laid = card(seat, drawn, 0) if drawn else joker(seat)
            assert bool(pairing.get(square, 0) & face_powers(laid)) == bool(can)
            assert standing.pairing_node(square, laid) == min(can, default=None)
            linking += any(acting.linked.isdisjoint(brute.neighbours(other, width)) for other in can)
    return linking


def two_board(number: int, most: int = 12):
    random = Random(number)
    table = make_table(LAYOUTS["two"].grid.strip(), 2)
    return table, random_board(random, table, 0, most)


def cross_board(number: int, most: int = 12):
    random = Random(number)
    table = make_table(SMALL_CROSS, 4)
    team = random.randrange(2)
    return table, random_board(random, table, team, most), team


@pytest.mark.parametrize("numbers", [range(i, i + 50) for i in range(0, 300, 50)], ids=str)
def test_the_search_agrees_with_brute_force_on_random_boards_crf_08(numbers):
    for number in numbers:
        table, board = two_board(number)
        compare_with_brute_force(table, board, 0)


@pytest.mark.parametrize("numbers", [range(i, i + 50) for i in range(0, 200, 50)], ids=str)
def test_the_search_agrees_with_brute_force_for_teams_crf_22(numbers):
    for number in numbers:
        compare_with_brute_force(*cross_board(number))


def test_lays_agree_with_brute_force_on_random_boards_crf_12():
    for number in range(150):
        compare_lays(*two_board(number, most=9), 0)


def test_lays_of_teams_agree_with_brute_force_and_some_are_self_linked_crf_29():
    linking = 0
    for number in range(150):
        table, board, team = cross_board(number, most=9)
        linking += sum(compare_lays(table, board, seat) for seat in (team, team + 2))
    assert linking > 30


@pytest.mark.soak
@pytest.mark.parametrize("numbers", [range(i, i + 1000) for i in range(1000, 11000, 1000)], ids=str)
def test_the_search_agrees_with_brute_force_on_ten_thousand_boards_crf_08(numbers):
    for number in numbers:
        table, board = two_board(number)
        compare_with_brute_force(table, board, 0)
        compare_with_brute_force(*cross_board(number))
        compare_lays(*two_board(number, most=8), 0)
        table, board, team = cross_board(number, most=8)
        compare_lays(table, board, team)
        compare_lays(table, board, team + 2)


def test_the_random_boards_contain_rivals_and_chains_of_partners():
    rivals = chains = 0
    for number in range(200):
        table, board = two_board(number)
        rivals += len(decide(table, 0, codes_of(table, board, 0)).lights) > 1
        table, board, team = cross_board(number)
        chains += decide(table, team, codes_of(table, board, team)).joined
    assert rivals > 60
    assert chains > 15


@pytest.mark.parametrize("form", ["two", "four"])
def test_a_board_coded_by_its_difference_is_that_of_a_table_seen_first(form):
    """Positions of several matches follow one another, so that few squares differ, or all."""
    for state in positions(range(3), form, kept=0.2):
        fresh = make_table.__wrapped__(state.options.grid, state.seats)
        for team in (0, 1):
            found = coded(state.table, state.board, team)
            assert found == coded(fresh, state.board, team)
            piles_at = [square for square, pile in enumerate(state.board) if pile is not None]
            assert list(squares_of(found.taken)) == piles_at
            assert list(squares_of(found.seized)) == [
                square for square in piles_at if state.board[square].kind == "seized"
            ]

"""The opening: packs, bases and redeals, neutrals, the start draw, first hands (CRF-01 to CRF-05, CRF-25)."""

from collections import Counter

import pytest

from bot.engine.contract import Resign
from bot.engine.errors import IllegalAction
from bot.engine.fair import Stream
from bot.games.crossfire.rules import facts
from bot.games.crossfire.rules.actions import Discard, Keep, Lay, Redeal
from bot.games.crossfire.rules.cards import full_pack, is_joker, pack_of
from bot.games.crossfire.rules.opening import bases_of, may_redeal
from bot.games.crossfire.rules.options import Options
from bot.games.crossfire.rules.position import read_card
from tests.games.crossfire.table import RULES


def cards(text: str, pack: int) -> tuple[int, ...]:
    return tuple([read_card(word, 4, pack) for word in text.split()])


class ToldPacks(Stream):
    """Randomness that shuffles each pack so that the given cards come first, in order."""

    def __init__(self, **packs: str) -> None:
        super().__init__("packs", b"p" * 32)
        self.packs = {purpose.replace("_", " "): text for purpose, text in packs.items()}

    def shuffle(self, purpose, items):
        order = super().shuffle(purpose, items)
        told = list(cards(self.packs.get(purpose, ""), int(purpose.split()[1]) - 1))
        for card in told:
            order.remove(card)
        return [*told, *order]


NUMBERED = "Ac 3c 5c 7c 9c"
ROYALS = "Jc Qc Kc Ac 3c"
NEUTRALS = " 6s 7s 8s 9s"


def opened(pack_1: str, pack_2: str, **more: str):
    rng = ToldPacks(pack_1=pack_1, pack_2=pack_2, **more)
    return RULES.setup(Options(), 2, rng), rng


def test_each_seat_has_one_or_two_packs_of_52_with_two_or_three_jokers_crf_01_crf_25():
    assert (len(full_pack(0, 2)), len(set(full_pack(0, 2)))) == (54, 53)
    assert sum(is_joker(card) for card in full_pack(1, 3)) == 3
    assert {pack_of(card) for card in full_pack(1, 3)} == {1}
    assert sorted(full_pack(1, 3, 2)) == sorted([*full_pack(1, 3), *full_pack(1, 3)])


def test_three_numbered_bases_without_a_joker_allow_no_redeal_crf_03():
    state, _ = opened(NUMBERED, "Jc Qc Ac 3c 5c")
    assert state.phase == "turn"
    assert [may_redeal(bases_of(state.table, state.board, seat)) for seat in (0, 1)] == [False, False]


@pytest.mark.parametrize("bases", [ROYALS, "Jo A 3 5 7", "J Q K Js Qs"])
def test_two_numbered_bases_or_a_joker_give_the_choice_to_redeal_crf_03(bases):
    state, _ = opened(bases, NUMBERED)
    assert state.phase == "bases"
    assert RULES.to_act(state) == {0}
    assert RULES.legal(state, 0) == [Redeal(), Keep()]
    assert not RULES.legal(state, 1)


def test_a_position_can_be_written_while_bases_are_settled_crf_03():
    state, _ = opened(ROYALS, NUMBERED)
    assert (state.phase, RULES.position(RULES.notation(state))) == ("bases", state)


def test_bases_may_be_kept_or_a_redeal_puts_all_five_back_and_shuffles_crf_03():
    state, rng = opened(ROYALS, NUMBERED, pack_1_again="2 4 6 8 J")
    kept = RULES.clone(state)
    assert RULES.apply(kept, 0, Keep(), ToldPacks())[0].public == facts.BasesKept(0)
    assert (bases_of(kept.table, kept.board, 0), kept.phase) == (cards(ROYALS, 0), "turn")
    events = RULES.apply(state, 0, Redeal(), rng)
    assert events[0].public == facts.BasesRedealt(0, cards("2 4 6 8 J", 0), cause=False)
    assert (rng.draws[-1].purpose, rng.draws[-1].size, state.phase) == ("pack 1 again", 54, "turn")


def test_redeals_are_repeated_only_while_allowed_crf_03():
    state, rng = opened(ROYALS, ROYALS, pack_1_again="Jo A 3 5 7")
    for _ in range(5):
        assert RULES.apply(state, 0, Redeal(), rng)[0].public.cause
    RULES.apply(state, 0, Keep(), rng)
    with pytest.raises(IllegalAction, match="Your bases are settled: they are dealt again only with a Joker"):
        RULES.apply(state, 0, Redeal(), rng)
    assert RULES.to_act(state) == {1}


def test_both_decide_at_the_same_time_before_the_first_play_crf_03():
    state, rng = opened(ROYALS, ROYALS)
    assert RULES.to_act(state) == {0, 1}
    with pytest.raises(IllegalAction, match="Bases are still being settled"):
        RULES.apply(state, 0, Discard(0), rng)
    RULES.apply(state, 1, Keep(), rng)
    assert (RULES.to_act(state), state.neutrals) == ({0}, ())
    RULES.apply(state, 0, Keep(), rng)
    with pytest.raises(IllegalAction, match="never rearranged"):
        RULES.apply(state, state.turn, Redeal(), rng)


def test_each_pack_gives_four_neutrals_face_down_after_the_bases_crf_02():
    state, _ = opened(NUMBERED + NEUTRALS, NUMBERED + NEUTRALS)
    names = [state.table.name(square) for square in state.table.ring]
    assert " ".join(names) == "b4 c4 d4 b5 d5 b6 c6 d6"
    dealt = [state.board[square] for square in state.table.ring]
    assert Counter(pile.cards for pile in dealt) == {(-1,): 4, (-2,): 4}
    assert sorted(state.neutrals) == sorted([*cards(NEUTRALS, 0), *cards(NEUTRALS, 1)])
    assert state.board[state.table.grid.parse("c5")] is None


@pytest.mark.parametrize(
    ("first", "second", "starts"),
    [("K", "Q", 0), ("A", "2", 1), ("Jo", "A", 1), ("9 4", "9 5", 1), ("Jo 2", "Jo A", 0)],
    ids=["higher goes first", "Ace is low", "a Joker ranks 0", "same rank draws again", "two Jokers too"],
)
def test_the_start_draw_crf_04(first, second, starts):
    state, _ = opened(f"{NUMBERED + NEUTRALS} {first}", f"{NUMBERED + NEUTRALS} {second}")
    assert state.turn == state.first == starts
    assert state.start == tuple(zip(cards(first, 0), cards(second, 1), strict=True))
    assert state.decks[0].discard == cards(first, 0)
    assert state.decks[1].discard == cards(second, 1)


def test_of_four_only_the_tied_highest_draw_again_crf_04():
    pack = "Ac 3c 5c 7c 9c 6s 7s"
    packs = {f"pack_{i}": f"{pack} {drawn}" for i, drawn in enumerate(("K 2s", "4", "Ks Qs", "9d"), start=1)}

    class MiddleOfSeatFour(ToldPacks):
        def pick(self, purpose, items):
            super().pick(purpose, items)
            return items[3]

    packs["pack_4"] = f"{pack} 8c 9d"
    state = RULES.setup(Options(), 4, MiddleOfSeatFour(**packs))
    (first, again) = state.start
    assert first == (*cards("K", 0), *cards("4", 1), *cards("Ks", 2), *cards("9d", 3))
    assert again == (*cards("2s", 0), None, *cards("Qs", 2), None)
    assert state.turn == 2


def test_each_draws_three_cards_and_the_seat_on_turn_one_more_crf_05():
    hand = " K 9d 3s 4s"
    state, rng = opened(NUMBERED + NEUTRALS + hand + " 5s", NUMBERED + NEUTRALS + " Q 2s 3s 4s")
    assert state.hands == (tuple(sorted(cards("9d 3s 4s 5s", 0))), cards("2s 3s 4s", 1))
    RULES.apply(state, 0, Lay(cards("9d", 0)[0], state.table.grid.parse("a3")), rng)
    assert [len(held) for held in state.hands] == [3, 4]
    assert state.turn == 1


def test_hands_are_visible_only_to_their_owners_crf_26():
    state, rng = opened(ROYALS, NUMBERED)
    events = RULES.apply(state, 0, Keep(), rng)
    dealt = [event for event in events if isinstance(event.public, facts.HandDealt)]
    assert [event.public.cards for event in dealt] == [(-1,) * 3, (-2,) * 3]
    assert [event.seen_by(1).cards[0] >= 0 for event in dealt] == [False, True]
    neutrals = next(event.public for event in events if isinstance(event.public, facts.NeutralsDealt))
    assert sorted(neutrals.packs) == [0] * 4 + [1] * 4


def test_the_middle_node_comes_from_a_pack_picked_at_random_crf_22():
    given = set()
    for number in range(30):
        rng = Stream("middle", number.to_bytes(32, "big"))
        state = RULES.setup(Options(), 4, rng)
        while state.phase == "bases":
            RULES.apply(state, min(RULES.to_act(state)), Keep(), rng)
        given.add(state.board[state.table.middle].cards[0])
        packs = Counter(state.board[square].cards[0] for square in state.table.ring)
        assert packs == {-1: 2, -2: 2, -3: 2, -4: 2}
    assert given == {-1, -2, -3, -4}


def test_ultimate_has_two_packs_a_seat_nine_bases_and_sixteen_neutrals_crf_25():
    rng = Stream("ultimate", b"u" * 32)
    state = RULES.setup(Options(ultimate=True, jokers=3), 4, rng)
    assert [draw.size for draw in rng.draws[:4]] == [110] * 4
    assert len(state.table.bases[0]) == 9
    assert len(state.table.ring) == 16
    middle = state.table.middle
    assert {state.table.grid.chebyshev(middle, square) for square in state.table.ring} == {2}


@pytest.mark.parametrize("seats", [2, 4])
def test_a_resignation_before_the_bases_are_settled_loses_too(seats):
    packs = {f"pack_{seat + 1}": ROYALS for seat in range(seats)}
    rng = ToldPacks(**packs)
    state = RULES.setup(Options(), seats, rng)
    RULES.apply(state, 1, Resign(), rng)
    assert RULES.outcome(state).winners == tuple(range(0, seats, 2))
    assert not RULES.to_act(state)
    assert RULES.view(state, 0).phase == "over"

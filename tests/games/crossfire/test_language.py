"""Rare sentences of Crossfire are in the catalogues too; stored data does not depend on the language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from bot.base.language import speaking
from bot.base.languages.catalogues import language
from bot.engine import menus
from bot.engine.contract import Outcome, Resign
from bot.engine.errors import Refusal
from bot.games.crossfire.rules import scoring
from bot.games.crossfire.rules.actions import Discard, Keep, Lay, Redeal, Tower
from bot.games.crossfire.rules.cards import card, joker
from bot.games.crossfire.rules.options import Options
from bot.games.crossfire.rules.state import put
from bot.games.crossfire.rules.view import LaidCard, Pile, Tally
from tests.games.crossfire.chance import positions
from tests.games.crossfire.screens import WORDING
from tests.games.crossfire.table import RULES, Table
from tests.games.crossfire.test_random_play import all_conceivable
from tests.games.every_game import GAMES
from tests.games.random_play import fresh_randomness
from tests.games.screens import NAMES
from tests.languages.marked import MARKED, unmarked

GAME = GAMES["crossfire-two"]


def check_marked(said: Iterator[str] | set[str], *given: str) -> set[str]:
    """Check that each word of sentences is in a message; return the sentences."""
    with speaking(MARKED):
        found = set(said)
    assert [word for words in found for word in unmarked(words, (*NAMES, *GAME.proper, *given))] == []
    return found


def refusals(state, every: int) -> Iterator[str]:
    """Return the sentences that refuse illegal actions in a position."""
    for action in islice(all_conceivable(state), 0, None, every):
        yield refusal(state, min(RULES.to_act(state), default=0), action)


def refusal(state, seat: int, action) -> str:
    """Return the sentence that refuses an action, "" if it is legal."""
    try:
        RULES.apply(RULES.clone(state), seat, action, fresh_randomness(1))
    except Refusal as refused:
        return refused.sentence
    return ""


def opening(seed: int):
    return RULES.setup(Options(), 2, fresh_randomness(seed))


def test_an_ultimate_match_where_the_row_is_chosen_first_is_in_the_catalogues(monkeypatch):
    monkeypatch.setattr(menus, "PAGES", 1)
    shown = [state for state in positions(range(2, 3), "ultimate", kept=0.1) if state.turns == 247]
    said = check_marked(words for state in shown for words in GAME.looks(state, 120))
    assert any("first the row" in words for words in said)


def test_the_opening_and_the_end_are_in_the_catalogues():
    over, tied = Table("e2:10", "", "", ""), Table("", "").state
    over.do(Resign(), seat=2)
    tied.outcome, tied.phase = Outcome((), (0, 0), "A pack ran out: a tie"), "over"
    for state in (*[opening(seed) for seed in range(8)], over.state, tied):
        check_marked(GAME.looks(state))
    state = next(one for one in map(opening, range(3, 60)) if one.deciding == (True, False))
    check_marked(
        refusal(state, seat, action) for action, seat in ((Keep(), 1), (Redeal(), 1), (Discard(3), 0))
    )


def test_every_refusal_is_in_the_catalogues():
    shown = [*positions(range(1, 5), kept=0.02), *positions(range(1, 2), "four", kept=0.01), opening(3)]
    assert len(check_marked(words for state in shown for words in refusals(state, 11))) > 100


def fought_over() -> Table:
    """Return a table of four with many contested or seized piles, towers and Jokers."""
    table = Table(
        "c2:7+Q c3:9 d2:K^10 d3:5 e2:Jo e3:10 f2:10 g2:6+2 g3:8+K", "c5:2", "e6:4", "g5:9", hand="2c 3c Jo Q"
    )
    mine, king = (LaidCard(0, card(0, 9, 2)),), (LaidCard(1, card(1, 13, 2)),)
    partner = (LaidCard(2, card(2, 9, 2)),)
    for name, pile in {
        "b4": Pile(1, "node", (card(1, 4, 2),), mine, 0, 1),
        "c4": Pile(0, "node", (card(0, 4, 2),), king, 1, 0, True),
        "d4": Pile(1, "node", (card(1, 6, 2),), mine + king, 1, 0),
        "e4": Pile(0, "node", (card(0, 6, 2),), king, 1, 0),
        "f4": Pile(0, "seized", (card(0, 8, 2), card(3, 3, 2)), king, 1, 0),
        "e5": Pile(-1, "neutral", (card(1, 8, 2),), partner, 2),
        "f5": Pile(3, "node", (card(3, 8, 2),), partner, 2, 3),
        "d5": Pile(-1, "neutral", (card(1, 5, 0),)),
        "f2": Pile(1, "node", (card(1, 3, 2),)),
        "c7": Pile(1, "seized", (card(1, 3, 2), card(2, 3, 2)), (LaidCard(2, joker(2)),), 2, 1),
    }.items():
        put(table.state, table.square(name), pile)
    return table


def test_views_and_refusals_of_a_contested_table_are_in_the_catalogues():
    table = fought_over()
    state = table.state
    strangers = [Redeal(), Keep(), Lay(card(0, 2, 0), 30), Tower(table.square("g2"), card(0, 6, 2), 0)]
    said = check_marked(refusals(state, 1))
    said |= check_marked(refusal(state, seat, action) for action in strangers for seat in (1, 2, 4))
    for turn in range(4):
        state.turn = turn
        said |= check_marked(GAME.looks(state, 60 if turn == 0 else 30))
    assert len(said) > 300


def test_a_contest_seen_by_a_partner_is_in_the_catalogues():
    table = Table("e2:10 e3:4", "b5:10", "e8:10", "h5:10", turn=2)
    laid = (LaidCard(0, card(0, 6, 2)),)
    put(table.state, table.square("e5"), Pile(-1, "neutral", (card(1, 5, 0),), laid, 0))
    check_marked(GAME.looks(table.state))


def test_an_outcome_is_stored_in_english_and_translated_for_the_reader():
    with speaking(language("de")):
        outcome = scoring.goal_reached(4, 0, (Tally(6), Tally()))
        assert outcome is not None
        assert outcome.why == f"A team has {scoring.GOAL} victory points"
        view = replace(RULES.view(Table("", "", "", "").state, None), outcome=outcome)
        assert WORDING.status(view, NAMES).startswith(
            "● **Ann** und ▲ **Cleo** gewinnen. Ein Team hat 6 Siegpunkte. "
        )

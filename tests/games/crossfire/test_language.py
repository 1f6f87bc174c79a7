"""All that Crossfire says is in the catalogues; what is kept and what is typed does not depend on it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from bot.engine import squaremenu
from bot.engine.contract import Outcome
from bot.engine.errors import BadOptions, IllegalAction, Refusal, UnreadableAction
from bot.engine.language import speaking
from bot.games.crossfire.rules import facts, scoring
from bot.games.crossfire.rules.actions import (
    Answer,
    Attack,
    Discard,
    Keep,
    KeepOne,
    Lay,
    Redeal,
    Resign,
    Tower,
)
from bot.games.crossfire.rules.cards import back, card, joker
from bot.games.crossfire.rules.normalize import normalize
from bot.games.crossfire.rules.options import Options
from bot.games.crossfire.rules.state import put
from bot.games.crossfire.rules.view import LaidCard, Pile, Tally
from bot.languages.catalogues import language
from tests.games.crossfire.chance import playthrough, positions
from tests.games.crossfire.screens import WORDING, Desk
from tests.games.crossfire.table import LAYOUTS, RULES, Table
from tests.games.crossfire.test_random_play import all_conceivable
from tests.games.crossfire.test_wording_typed import FIELDS, KINDS
from tests.games.random_play import fresh_randomness
from tests.games.screens import NAMES, choices
from tests.games.table import page_scene
from tests.languages.marked import MARKED, unmarked

RULEBOOK = tomllib.loads(Path("data/crossfire/rulebook.toml").read_text(encoding="utf-8"))["page"]

GIVEN = (*NAMES, *LAYOUTS, "standard", "Joker", "of seat")
"""Words that are the same in all languages: names, keys of layouts, cards as typed."""


def told(number: int, form: str) -> Iterator[str]:
    """All that is told of a random match, to the public and to one seat."""
    for turning in playthrough(number, form):
        for viewer in (None, 0):
            view = RULES.view(turning.after, viewer)
            seen = [event.seen_by(viewer) for event in turning.events]
            yield from [WORDING.describe(fact, view, NAMES) for fact in seen if fact is not None]


def looks(state, most: int = 25) -> Iterator[str]:
    """What everybody reads in a position, of at most so many screens."""
    for viewer in (None, *range(state.seats)):
        view = RULES.view(state, viewer)
        yield WORDING.status(view, NAMES)
        yield described(view)
        if viewer is None:
            yield WORDING.menu(view, (), (), NAMES).text
        else:
            yield from on_screens(Desk(state, viewer), most)


def described(view) -> str:
    """The position as text, without the table of cards and squares in it."""
    heading, _grid, *rest = WORDING.board_text(view, NAMES).split("\n\n")
    return "\n\n".join([heading, *rest])


def on_screens(desk: Desk, most: int) -> Iterator[str]:
    for screen in islice(desk.all_screens(), most):
        yield screen.menu.text
        yield from [group.prompt for group in screen.menu.groups]
        yield from screen.menu.focus.targets.values() if screen.menu.focus else ()
        for choice in choices(screen.menu):
            yield choice.label
            yield choice.hint


def refusals(state, every: int) -> Iterator[str]:
    """The sentences that refuse what cannot be done in a position."""
    seat = min(RULES.to_act(state), default=0)
    for action in islice(all_conceivable(state), 0, None, every):
        try:
            RULES.apply(RULES.clone(state), seat, action, fresh_randomness(1))
        except Refusal as refused:
            yield refused.sentence


def test_so_is_what_is_shown_of_an_ultimate_match_where_the_row_is_chosen_first(monkeypatch):
    monkeypatch.setattr(squaremenu, "PAGES", 1)
    shown = [state for state in positions(range(2, 3), "ultimate", kept=0.1) if state.turns == 247]
    with speaking(MARKED):
        said = [words for state in shown for words in looks(state, 120)]
    assert [word for words in said for word in unmarked(words, GIVEN)] == []
    assert any("first the row" in words for words in said)


def test_the_opening_and_the_end_are_in_the_catalogues():
    over = Table("e2:10", "", "", "")
    over.do(Resign(), seat=2)
    with speaking(MARKED):
        for seed in range(12):
            state = RULES.setup(RULES.normalize(Options(), 2), 2, fresh_randomness(seed))
            assert [word for said in looks(state) for word in unmarked(said, GIVEN)] == []
        assert [word for said in looks(over.state) for word in unmarked(said, GIVEN)] == []


def test_rare_facts_are_in_the_catalogues():
    table = Table("b2:10 b3:4", "c8:10", hand="Jo 2c 2d 2h")
    two, four = RULES.view(table.state, None), RULES.view(Table("", "", "", "").state, None)
    rare = [
        facts.BasesRedealt(0, (card(0, 6, 2), joker(0)), True),
        facts.NeutralsDealt((), ()),
        facts.NeutralsDealt((22,), (0,)),
        facts.StartDrawn(((card(0, 6, 2), card(1, 6, 2)), (card(0, 7, 2), joker(1))), 0),
        facts.HandDealt(0, (back(0),)),
        facts.Probed(0, card(0, 13, 0), 22, 17, card(1, 2, 0), True),
        facts.Answered(0, card(0, 13, 0), 22, 17, 1),
        facts.PackEmpty(1),
        facts.Drew(1, card(1, 6, 2)),
        facts.Resigned(1),
        facts.PointsCounted((Tally(1, 2, 0), Tally(2, 0, 2))),
    ]
    with speaking(MARKED):
        said = [WORDING.describe(fact, view, NAMES) for fact in rare for view in (two, four)]
    assert [word for words in said for word in unmarked(words, GIVEN)] == []


def test_everything_refused_is_in_the_catalogues():
    shown = [
        *positions(range(1, 9), kept=0.02),
        *positions(range(1, 4), "four", kept=0.01),
    ]
    shown.append(RULES.setup(RULES.normalize(Options(), 2), 2, fresh_randomness(3)))
    with speaking(MARKED):
        said = {words for state in shown for words in refusals(state, 11)}
    assert [word for words in said for word in unmarked(words, GIVEN)] == []
    assert len(said) > 100


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (Discard(-1), "⟦There is no such card: choose one of your hand.⟧"),
        (Discard(joker(0)), "⟦You do not hold ⟦a Joker⟧: choose a card of your hand.⟧"),
        (
            Discard(card(1, 3, 2)),
            "⟦You do not hold ⟦the ⟦3 of ⟦hearts⟧⟧⟧ of seat 2's pack: choose a card of your hand.⟧",
        ),
        (Redeal(), "⟦All bases are settled: they are never rearranged again.⟧"),
        (Answer(card(0, 5, 2), 17), "⟦Nobody contests c4: there is nothing to answer.⟧"),
        (
            Attack(card(0, 5, 2), 17),
            "⟦c4 holds ⟦seat 2's ⟦9 of ⟦spades⟧⟧⟧ of strength 9: your 5 has only 5.⟧",
        ),
        (
            Attack(card(0, 5, 2), 400),
            "⟦There is no such square on this table: squares run from a1 to e9.⟧",
        ),
        (
            KeepOne(14, card(0, 1, 0)),
            "⟦That card is not in the pile at e3, which holds: ⟦7 of ⟦hearts⟧⟧, ⟦2 of ⟦hearts⟧⟧.⟧",
        ),
    ],
)
def test_what_is_refused_is_one_message_with_its_values(action, sentence):
    table = Table("b2:10 b3:4 c3:6 d3:K^10 e3:7+2@2", "c4:9s c8:10", hand="5 K A 2")
    with speaking(MARKED):
        assert table.no(action) == sentence


def fought_over() -> Table:
    """A table of four on which nearly everything is contested, seized, a tower or a Joker."""
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


def test_a_table_fought_over_is_shown_and_refused_in_the_catalogues():
    table = fought_over()
    strangers = [Redeal(), Keep(), Lay(card(0, 2, 0), 30), Tower(table.square("g2"), card(0, 6, 2), 0)]
    with speaking(MARKED):
        said = {*looks(table.state, 60), *refusals(table.state, 1)}
        said |= {table.no(action, seat) for action in strangers for seat in (2, 3, 5)}
        for turn in range(4):
            table.state.turn = turn
            said |= {*looks(table.state, 30)}
    assert [word for words in said for word in unmarked(words, GIVEN)] == []
    assert len(said) > 300


def test_what_the_opening_refuses_is_in_the_catalogues():
    openings = [RULES.setup(Options(), 2, fresh_randomness(seed)) for seed in range(3, 60)]
    state = next(one for one in openings if one.deciding == (True, False))
    with speaking(MARKED):
        for action, seat in ((Keep(), 1), (Redeal(), 1), (Discard(3), 0)):
            with pytest.raises(IllegalAction) as refused:
                RULES.apply(RULES.clone(state), seat, action, fresh_randomness(1))
            assert unmarked(refused.value.sentence, GIVEN) == []


def test_words_that_cannot_be_read_are_refused_in_the_catalogues():
    heap = "7+7@2+K+Q@2+2+3+4+5+6+9"
    table = Table(f"b2:10 b3:4 c4:{heap}", "c8:10", hand="7h 7s 10s Kd Jo")
    view, random = RULES.view(table.state, 0), Random(1)
    views = (view, replace(view, hand=()))
    words = ("", "xx", "7", "queen", "3c", "z9", "c4", "sevn of h", "7h", "jok")
    said = set()
    with speaking(MARKED):
        for kind in KINDS * 30:
            typed = {field: random.choice(words) for field in FIELDS}
            try:
                WORDING.parse(random.choice(views), 0, kind, typed)
            except UnreadableAction as refused:
                said.add(refused.sentence)
    assert {word for one in said for word in unmarked(one, (*GIVEN, "sevn", "jok", "queen"))} == set()
    assert len(said) > 15


GRIDS = (
    "bbb/222/..../o.o/.../111/aaa", "bb/22/../11/aa", "bbb/222", "bbb/222/.x./o.o/.../111/aaa",
    "bbb/222/.../o.o/.../111/a#a", "bbb/222/#../o.o/.../111/aaa", "bbb/222/.../o.o/.../#11/#aa",
    "bbb/222/.../o../.../111/aaa", "bbb/222/.../o*o/.../111/aaa", "bbb/222/.../###/.../111/aaa",
    "aaa/111/.../.../###/###/###", ".b./12./a..", "bbb/222/a../.../.../111/aaa", "b2./b2./.../111/aaa",
)  # fmt: skip
"""Layouts that cannot be, each for a reason of its own."""


def test_options_that_cannot_be_are_refused_in_the_catalogues():
    wrong = [(Options(grid=grid), 2) for grid in GRIDS]
    wrong += [(Options(jokers=7), 2), (Options(), 3), (Options(ultimate=True), 2)]
    wrong += [(Options(layout=name), 2) for name in ("four", "twoo", "nowhere")]
    said = []
    with speaking(MARKED):
        for options, seats in wrong:
            with pytest.raises(BadOptions) as refused:
                normalize(options, seats, LAYOUTS)
            said.append(refused.value.sentence)
    assert [word for one in said for word in unmarked(one, (*GIVEN, "jokers", "twoo", "nowhere"))] == []
    assert len(set(said)) == len(wrong)


def test_examples_of_the_rulebook_are_in_the_catalogues():
    with speaking(MARKED):
        for page in RULEBOOK:
            scene = page_scene("crossfire", page["scene"])
            words = [*scene.names, *(scene.focus.targets.values() if scene.focus else ())]
            words += [WORDING.describe(fact, scene.view, scene.names) for fact in scene.recent]
            assert [word for said in words for word in unmarked(said, GIVEN)] == []


def test_an_ending_is_kept_in_english_and_said_in_the_language_of_who_reads():
    with speaking(language("de")):
        outcome = scoring.goal_reached(4, 0, (Tally(6), Tally()))
        assert outcome is not None
        assert outcome.why == f"A team has {scoring.GOAL} victory points"
        view = replace(RULES.view(Table("", "", "", "").state, None), outcome=outcome)
        assert WORDING.status(view, NAMES).startswith(
            "● **Ann** und ▲ **Cleo** gewinnen. Ein Team hat 6 Siegpunkte. "
        )


def test_a_keeper_of_bases_keeps_them_in_any_language():
    openings = [RULES.setup(Options(), 2, fresh_randomness(seed)) for seed in range(3, 40)]
    state = next(one for one in openings if one.phase == "bases")
    english = RULES.clone(state)
    seat = min(RULES.to_act(state))
    events = RULES.apply(english, seat, Keep(), fresh_randomness(1))
    with speaking(MARKED):
        assert RULES.apply(state, seat, Keep(), fresh_randomness(1)) == events
    assert state == english


def test_a_contest_seen_by_a_partner_is_in_the_catalogues():
    table = Table("e2:10 e3:4", "b5:10", "e8:10", "h5:10", turn=2)
    laid = (LaidCard(0, card(0, 6, 2)),)
    put(table.state, table.square("e5"), Pile(-1, "neutral", (card(1, 5, 0),), laid, 0))
    with speaking(MARKED):
        assert [word for said in looks(table.state) for word in unmarked(said, GIVEN)] == []


def test_an_ending_nobody_has_won_is_in_the_catalogues():
    view = RULES.view(Table("", "").state, None)
    over = replace(view, outcome=Outcome((), (0, 0), "A pack ran out: a tie"))
    with speaking(MARKED):
        for said in (WORDING.status(over, NAMES), described(over)):
            assert unmarked(said, GIVEN) == []

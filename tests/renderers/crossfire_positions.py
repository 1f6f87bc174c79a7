"""Tables of Crossfire to draw: from random play, or prepared to contain every kind of pile."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import msgspec

from bot.engine.contract import Outcome, Seat, Viewer
from bot.engine.facts import MatchOver
from bot.engine.fair import Stream
from bot.games.crossfire.rules import actions, facts
from bot.games.crossfire.rules.facts import Answered, Attacked, Discarded, Drew, Laid, Probed, TurnBegan
from bot.games.crossfire.rules.options import Options
from bot.games.crossfire.rules.position import read_card
from bot.games.crossfire.rules.view import NOBODY, Claim, CrossfireView, LaidCard, Pile, Tally
from bot.games.crossfire.wording.wording import CrossfireWording
from renderers.crossfire import CrossfireRenderer
from tests.games.crossfire.table import RULES

NAMES = ("Ann", "Ben", "Cleo", "Dan")
RENDERER = CrossfireRenderer(CrossfireWording())
FORMS = {"two": (2, False), "four": (4, False), "ultimate": (4, True)}

_IDLE = (actions.Discard, actions.Redeal)
_FIERCE = (actions.Attack, actions.Answer, actions.Tower)


def match(form: str = "two", seed: int = 1, plays: int = 40, **options: Any) -> list[tuple[Any, list[Any]]]:
    """Play at random with many contests; return each state with the events before it."""
    seats, ultimate = FORMS[form]
    rng, chance = Stream("picture", seed.to_bytes(32, "big")), random.Random(seed)
    state = RULES.setup(Options(ultimate=ultimate, **options), seats, rng)
    course: list[tuple[Any, list[Any]]] = [(RULES.clone(state), [])]
    while len(course) <= plays and RULES.outcome(state) is None:
        seat = min(RULES.to_act(state))
        events = RULES.apply(state, seat, _chosen(RULES.legal(state, seat), chance), rng)
        course.append((RULES.clone(state), events))
    return course


def _chosen(legal: Any, chance: random.Random) -> Any:
    fierce = [action for action in legal if isinstance(action, _FIERCE)]
    busy = [action for action in legal if not isinstance(action, _IDLE)]
    return chance.choice((fierce if fierce and chance.random() < 0.5 else busy) or legal)


@lru_cache(maxsize=64)
def table(
    form: str = "two", seed: int = 1, plays: int = 40, viewer: Viewer = 0, turns: int = 2
) -> tuple[CrossfireView, tuple[Any, ...]]:
    """Return a view after some plays, and the facts of the last ones for the viewer."""
    course = match(form, seed, plays)
    events = [event for _, led in course[-turns:] for event in led]
    facts = [event.seen_by(viewer) for event in events]
    return RULES.view(course[-1][0], viewer), tuple([fact for fact in facts if fact is not None])


def square(name: str, width: int = 5) -> int:
    return (int(name[1:]) - 1) * width + ord(name[0]) - ord("a")


def cards(seat: Seat, text: str) -> tuple[int, ...]:
    return tuple([read_card(word, 4, seat) for word in text.split()])


def laid(*pairs: tuple[Seat, str]) -> tuple[LaidCard, ...]:
    return tuple([LaidCard(seat, read_card(text, 4, seat)) for seat, text in pairs])


def crowded(**changes: Any) -> CrossfireView:
    """Return a table for two with every kind of pile on it; `changes` replace fields of the view."""
    view, _ = table("two", 14, 40)
    board = list(view.board)
    mixed = (*cards(1, "4c Td Qc Jo"), *cards(0, "Kh Qh"))
    piles = {
        "a3": Pile(0, "node", cards(0, "Jo")),
        "a4": Pile(1, "node", cards(1, "5h"), laid((0, "7d"), (1, "9c"), (0, "Ts"), (1, "Jd")), 1, 0),
        "b4": Pile(1, "node", cards(1, "Tc"), laid((0, "Kd")), 0, 1, True),
        "c4": Pile(1, "tower", cards(1, "Jc Td"), laid((0, "Qd")), 0, 1),
        "d4": Pile(0, "tower", cards(0, "Kc Td")),
        "e4": Pile(0, "seized", mixed),
        "a5": Pile(0, "seized", mixed, laid((1, "Kc")), 1, 0),
        "b5": Pile(NOBODY, "neutral", cards(1, "4c"), laid((1, "3c"), (0, "4d"), (1, "Ac"), (0, "2d"))),
        "c5": Pile(NOBODY, "neutral", cards(1, "4c"), laid((1, "3c"), (0, "6d")), 0),
        "d5": Pile(NOBODY, "neutral", cards(1, "Jo")),
        "e5": Pile(0, "node", cards(0, "Ah"), laid((1, "7d")), 1, 0),
    }
    for name, pile in piles.items():
        board[square(name)] = pile
    shown = (cards(0, "6h Td"), cards(1, "Kh"))
    return msgspec.structs.replace(view, board=tuple(board), shown=shown, **changes)


def fought() -> tuple[Any, ...]:
    """Return the facts of a turn for `crowded`, more than one turn can have."""
    return (
        TurnBegan(0, 40),
        Discarded(1, cards(1, "8h")[0]),
        Laid(0, cards(0, "Jo")[0], square("a3"), square("a2")),
        Attacked(0, cards(0, "Qd")[0], square("c4"), square("c3"), 1),
        Answered(1, cards(1, "Jd")[0], square("a4"), square("b4"), 0),
        Attacked(1, cards(1, "7d")[0], square("e5"), square("e6"), 0),
        Probed(0, cards(0, "6d")[0], square("c5"), square("b5"), cards(1, "4c")[0], True),
        Drew(0, cards(0, "2s")[0]),
    )


def holding(text: str, seat: Seat = 0, **changes: Any) -> CrossfireView:
    """Return a view of a seat with this hand."""
    view, _ = table("two", 14, 40)
    return msgspec.structs.replace(view, viewer=seat, hand=tuple(sorted(cards(seat, text))), **changes)


def ended(view: CrossfireView, winners: tuple[Seat, ...]) -> CrossfireView:
    """Return the end of a match, for two or for teams."""
    why = "A base of the enemy is seized" if view.seats == 2 else "A team has 6 victory points"
    outcome = Outcome(winners, (0,) * view.seats, why)
    return msgspec.structs.replace(view, phase="over", turn=NOBODY, outcome=outcome)


def contested(view: CrossfireView) -> CrossfireView:
    """Return a table for four with an answer that is due, a won pile, and a led one."""
    board = list(view.board)
    answered = Pile(1, "node", cards(1, "5h"), laid((0, "7d")), 0, 1)
    leads = Pile(NOBODY, "neutral", cards(1, "4c"), laid((0, "6d")), 0)
    lapsed = msgspec.structs.replace(answered, lapsed=True)
    for name, pile in (("c3", answered), ("d3", lapsed), ("e3", leads)):
        board[square(name, view.width)] = pile
    return msgspec.structs.replace(view, board=tuple(board))


FOUR, ULTIMATE = table("four", 2, 110)[0], table("ultimate", 3, 200)[0]
STAGES: dict[str, CrossfireView] = {
    "two": table("two")[0],
    "four": FOUR,
    "ultimate": ULTIMATE,
    "crowded": crowded(),
    "contested": contested(msgspec.structs.replace(FOUR, tallies=(Tally(2, 2, 0), Tally(0, 0, 2)))),
    "bases": table("four", 1, 0, None)[0],
    "bases of two": crowded(phase="bases", turn=NOBODY, deciding=(True, False)),
    "bases settled": crowded(phase="bases", turn=NOBODY, deciding=(False, False)),
    "won": ended(crowded(), (1,)),
    "won by a team": ended(FOUR, (0, 2)),
    "won in ultimate": ended(ULTIMATE, (0, 2)),
    "tied": ended(crowded(), ()),
}
"""The fullest and the emptiest tables."""
HANDS: dict[str, CrossfireView] = {
    "full": holding("6h Td Kc Jo Ac", shown=(cards(0, "6h"), ())),
    "one": holding("2c"),
    "empty": holding(""),
}


def every_fact() -> tuple[Any, ...]:
    """Return one fact of each kind; no match has all of them."""
    king, ten, joker = cards(0, "Kc Td Jo")
    at, near = square("d4"), square("d3")
    return (
        *fought(),
        facts.StartDrawn(((king, ten),), 0),
        facts.BasesRedealt(0, (king,), True),
        facts.BasesKept(1),
        facts.Seized(0, at, 1, False, True),
        facts.Seized(0, at, 1, True, False),
        facts.Seized(0, at, 1, False, False),
        facts.Supported(0, ten, near, at),
        facts.Probed(0, ten, at, near, king, False),
        facts.Rebuilt(0, king, at, near, ()),
        facts.Replaced(0, at, joker, king),
        facts.KeptOne(0, at, king, ()),
        facts.Towered(0, at, king, ten, ()),
        facts.Lapsed(1, at, 0),
        facts.PackEmpty(0),
        facts.Resigned(1),
        facts.Raised(0, king, at, near, king, ten, ()),
        facts.NeutralsDealt((at, near), (0, 1)),
        facts.HandDealt(1, (-2,) * 3),
        facts.PointsCounted((Tally(1, 2), Tally())),
        facts.EndCounted((Claim(2, 1, 4), Claim())),
        MatchOver(Outcome((0,), (1, 0), "A base of the enemy is seized")),
    )

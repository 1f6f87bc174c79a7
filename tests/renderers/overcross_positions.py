"""Prepared tables of Overcross to draw, which contain everything that a table can show."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.engine.cards.game import PoolLibrary
from bot.engine.contract import Outcome, Viewer
from bot.engine.facts import MatchOver, Resigned, SeatOut, SeatReady
from bot.engine.grid import grid_of
from bot.games.overcross.cards.statics import Nearer
from bot.games.overcross.rules import facts
from bot.games.overcross.rules.state import OvercrossState
from bot.games.overcross.rules.view import OvercrossView
from bot.games.overcross.wording.wording import OvercrossWording
from renderers.overcross import OvercrossRenderer
from tests.games.overcross.chance import OBJECTIVES, POOL, RULES, positions

NAMES = ("Ann", "Ben", "Cleo", "Dan")
LIBRARY = PoolLibrary(POOL)
RENDERER = OvercrossRenderer(LIBRARY, OvercrossWording(LIBRARY))
_DUEL = """
now: seat 1, round 4, {phase}
terrain: CST-47 at C6, 2 counters
terrain: CST-50 at H7, of seat 2
terrain: CST-51 at G4
terrain: CST-48 at J4, of seat 2
terrain: CST-52 at F10
terrain: CST-57 at A5
seat 1: {first}
CST-15 at F1: 2 counters
CST-14 at G6: 3 counters, moved, CST-33, CST-30 of seat 2
CST-09 at E5: moved, acted
CST-06 at D8: 1 counter, CST-34
CST-10 at B3:
CST-13 at H4: 4 counters{carries}
hand: CST-05 2xCST-60 CST-50 CST-31 CST-08 CST-58 CST-35
deck: 9xCST-02
discard: CST-11 CST-59
seat 2: {second}
CST-27 at F11: 5 counters
CST-20 at G7: 2 counters
CST-17 at I8:
CST-25 at E9: CST-36 of seat 1
CST-26 at K6: 1 counter
CST-03 at D9:
hand: CST-02 CST-06 CST-06
deck: 12xCST-02
discard: CST-11
"""


def duel(objective: str = "invasion", phase: str = "major", **options: Any) -> OvercrossState:
    """Return two seats on 11x11 in the middle of a match."""
    scoring = objective in ("invasion", "deathmatch")
    said = " ".join([f"{key}={value}" for key, value in options.items()])
    return RULES.position(
        f"options: objective={objective} width=11 height=11 {said}\n"
        + _DUEL.format(
            phase=phase,
            first="6 points, 12 kills" if scoring else "12 kills",
            second="4 points, 7 kills" if scoring else "7 kills",
            carries=", carries 2" if objective == "flag" else "",
        )
    )


def crowd(seats: int = 4, objective: str = "flag", size: int = 21) -> OvercrossState:
    """Return the maximum number of distinguishable Characters for each seat, on a large grid."""
    numbers = [f"CST-{number:02}" for number in (1, 2, 3, 5, 9, 10, 12, 14, 17, 19)]
    lines = [f"options: objective={objective} width={size} height={size}", "now: seat 2, round 9, cards"]
    lines += ["terrain: CST-49 at F10", "terrain: CST-50 at N13, 3 counters", "terrain: CST-47 at J6"]
    for seat in range(seats):
        lines.append(f"seat {seat + 1}: {seat * 3} points, {seat * 5} kills")
        for at, number in enumerate(numbers):
            column, row = 2 + (at * 5 + seat * 2) % (size - 4), 2 + (at * 7 + seat * 5) % (size - 4)
            more = [f"{at % 6} counters"] if at % 6 else []
            more += ["CST-33"] if at % 4 == 1 else []
            more += ["moved"] if at % 3 == 0 else []
            more += [f"carries {(seat + 1) % seats + 1}"] if objective == "flag" and at == 0 else []
            lines.append(f"{number} at {chr(65 + column)}{row + 1}: {', '.join(more)}")
        lines += ["hand: CST-60 CST-61", "deck: 4xCST-02", "discard: CST-11"]
    return RULES.position("\n".join(lines))


def seen(state: OvercrossState, viewer: Viewer = None, **changes: Any) -> OvercrossView:
    """Return a viewer's view, with changes."""
    return replace(RULES.view(state, viewer), **changes)


def card_at(state: OvercrossState, square: str) -> int:
    """Return the Character on a square."""
    return next(
        piece.card
        for piece in state.pieces
        if grid_of(state.options.width, state.options.height).name(piece.square) == square
    )


def square(state: OvercrossState, name: str) -> int:
    """Return a square by its name."""
    return grid_of(state.options.width, state.options.height).parse(name)


def fight(state: OvercrossState) -> tuple[Any, ...]:
    """Return the latest facts of a duel: two moves, and attacks with a miss, a save and damage."""
    goblin, ogre, bard = (card_at(state, name) for name in ("D8", "G6", "H4"))
    lurker, barista, intern = (card_at(state, name) for name in ("D9", "K6", "G7"))
    ways = [
        tuple([square(state, name) for name in path.split()])
        for path in ("E3 E4 F5 G6", "D2 D3 E4 E5 E6 E7 D8")
    ]
    return (
        facts.TurnBegan(0, 4),
        facts.Played(0, goblin, 1, square(state, "D2")),
        facts.Moved(ogre, ways[0]),
        facts.Moved(
            goblin, tuple([square(state, name) for name in ("D2", "D3", "E4", "E5", "E6", "E7", "D8")])
        ),
        facts.Aimed(goblin, lurker, square(state, "D9"), "fist", 3, 5, False),
        facts.Aimed(bard, barista, square(state, "K6"), "aim", 4, 2, True),
        facts.SaveRolled(barista, 4, 2, True),
        facts.Aimed(ogre, intern, square(state, "G7"), "fist", 4, 2, True),
        facts.SaveRolled(intern, 4, 5, False),
        facts.Harmed(intern, 3, 5, ogre),
    )


def every_fact(state: OvercrossState) -> tuple[Any, ...]:
    """Return a fact of each kind, for a duel."""
    goblin, ogre, lurker = (card_at(state, name) for name in ("D8", "G6", "D9"))
    wall, edit, hand = state.terrains[0].card, state.pieces[0].edits[0].card, state.hands[0][:2]
    d4, e5 = square(state, "D4"), square(state, "E5")
    return (
        facts.ChoseDeck(0, ""),
        facts.Named(0, "CST-15"),
        facts.Withdrew(0),
        SeatReady(0),
        facts.Revealed((20, 20), (("CST-15",), ("CST-27",))),
        facts.RolledForFirst(((3, 5),), 1),
        facts.OrderChosen(1, "last", 0),
        facts.HandTaken(0, True, hand),
        facts.RoundBegan(4),
        facts.TurnBegan(0, 4),
        facts.TurnEnded(0),
        facts.Drew(0, 2, hand[0]),
        facts.Played(0, hand[0], 2, d4),
        facts.Deployed(goblin, d4, hand[0]),
        facts.Redeployed(goblin, d4),
        facts.Waits(goblin),
        facts.AttachedTo(edit, ogre),
        facts.PutDown(wall, d4),
        facts.TerrainMoved(wall, d4, e5),
        facts.Moved(ogre, (d4, e5), pushed=True),
        facts.Teleported(ogre, d4, e5),
        facts.Used(ogre, "M"),
        facts.Aimed(ogre, wall, d4, "fist", 7, 0, True),
        facts.SaveRolled(lurker, 4, 2, True),
        facts.Harmed(lurker, 1, 3, wall),
        facts.Healed(lurker, 1, 2, edit),
        facts.Died(lurker, ogre, 0, 3),
        facts.Destroyed(edit),
        facts.Returned(lurker, "hand"),
        facts.FlagTaken(1, ogre),
        facts.FlagDropped(1, d4),
        facts.FlagHome(1, d4),
        facts.Invaded(ogre, 1, 7),
        facts.Left(1, (lurker,)),
        facts.Decided(0, hand[0], "may", 1),
        facts.Took(0, hand[0], "discard", hand, "hand"),
        facts.Discarded(0, hand),
        facts.Milled(1, (lurker,), hand[0]),
        facts.LookedAt(0, 1, goblin),
        facts.InForce(hand[0], Nearer(0), "turn"),
        facts.Rolled(0, hand[0], (3, 6), 6),
        facts.Tossed(0, hand[0], True),
        facts.CutShort(hand[0]),
        SeatOut(1),
        Resigned(1),
        MatchOver(Outcome((0,), (10, 4), "The score that was agreed on is reached")),
    )


_FOUR = ("C2 E5 F7", "C10 G8 H6", "B4 D6 E8", "J7 I5 H3")


def table_of(seats: int, objective: str) -> OvercrossState:
    """Return this number of seats on the usual grid in the middle of a match, with three Characters each."""
    lines = [f"options: objective={objective} width=11 height=11", "now: seat 2, round 9, minor"]
    for seat in range(seats):
        chosen = {"assassination": "CST-15", "summoning": "CST-18"}.get(objective, "CST-02")
        lines.append(f"seat {seat + 1}: 5 kills")
        places = zip((chosen, "CST-12", "CST-14"), _FOUR[seat].split(), strict=True)
        lines += [f"{number} at {at}: 2 counters" for number, at in places]
        lines += ["hand: CST-60 CST-61", "deck: 4xCST-02"]
    return RULES.position("\n".join(lines))


def ended(winners: tuple[int, ...] = (0,)) -> OvercrossView:
    outcome = Outcome(winners, (10, 4), "The score that was agreed on is reached")
    return seen(duel(), phase="over", current=-1, outcome=outcome)


def resigned() -> OvercrossView:
    """Return a table for three that the last seat has left."""
    view = seen(crowd(3, "invasion", 17))
    return replace(view, sides=(*view.sides[:2], replace(view.sides[2], out="resigned")))


def stages() -> dict[str, OvercrossView]:
    """Return the fullest and the emptiest tables, before the first turn and after the last."""
    hunted = seen(duel("assassination"))
    early = {state.phase: RULES.view(state, None) for state in positions(range(3), kept=0.5)}
    return {
        **{objective: seen(duel(objective)) for objective in OBJECTIVES},
        **{f"{objective}, cards": seen(duel(objective, "cards")) for objective in OBJECTIVES},
        **{f"{objective}, 21x21": seen(crowd(4, objective)) for objective in OBJECTIVES},
        **{
            lost: replace(hunted, options=replace(hunted.options, victims=lost))
            for lost in ("champion", "both")
        },
        **{phase: seen(duel("flag"), phase=phase) for phase in ("start", "minor", "discard")},
        **{phase: early[phase] for phase in ("decks", "first", "hands") if phase in early},
        **{f"won by {len(winners)}": ended(winners) for winners in ((0,), (0, 1), ())},
        "resigned": resigned(),
    }


HANDS: dict[str, OvercrossView] = {
    "full": seen(duel(), 0),
    "empty": seen(duel(), 0, hand=(), hands=(0, 3)),
    "empty on turn": seen(duel(), 0, hand=(), turn=0),
}

"""Prepared tables of Neo-Combat to draw, which contain everything that a table can show."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from msgspec.structs import replace

from bot.engine.contract import Outcome, Seat, Viewer
from bot.engine.facts import MatchOver
from bot.games.neocombat.cards.cards import Library, Pool
from bot.games.neocombat.cards.varans import Varan
from bot.games.neocombat.rules import facts
from bot.games.neocombat.rules.knowledge import Knowledge, Record, claimed, moved, revealed, shuffled
from bot.games.neocombat.rules.options import Options
from bot.games.neocombat.rules.rules import NeoCombatRules
from bot.games.neocombat.rules.view import NO_PLAN, NOBODY, NeoView, Second, Token
from bot.games.neocombat.wording.wording import NeoCombatWording
from renderers.neocombat import NeoCombatRenderer
from tests.games.neocombat.table import POOL, RULES, Table, cards, varan
from tests.games.random_play import fresh_randomness

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
HAND = "Detect, Burst, Burst, Heavy Burst, Flamer, Slash, Armour, Stun, Field Dressing"


def seen(table: Table, viewer: Viewer = None, **changes: Any) -> NeoView:
    """Return a viewer's view of a table; viewers are counted from 0."""
    return replace(RULES.view(table.state, viewer), **changes)


def skirmish() -> Table:
    """Return two fighting teams: revealed and cloaked, hurt, sideways, moved, known and partly known."""
    table = Table("*A3@0/2 *B1@3 C1 A9@3", "*A1@3/5 *C5@0 B2 A7@5/3").hold(1, HAND).hold(2, "Armour, Dodge")
    at = table.state.tokens
    table.state.tokens = (
        replace(at[0], moved=True, used=("sensors",)),
        replace(at[1], sideways=True),
        replace(at[2], used=("tough",)),
        replace(at[3], moved=True),
        replace(at[4], spared=True),
        *at[5:],
    )
    first, second = table.state.knowledge
    first = moved(claimed(first, 2, "tough", POOL.roster), 3, 2, POOL.roster)
    table.state.knowledge = (first, second)
    return table


def mingled() -> Table:
    """Return a team with three publicly known varans, two of them shuffled with an unseen one."""
    table = Table("A3 B6 C1 *C5", "*A1 *B2 *C2 *A4")
    known: Knowledge = table.state.knowledge[0]
    for place in (0, 1):
        known = revealed(known, place, table.state.varans[place], POOL.roster)
    table.state.knowledge = (shuffled(known, (0, 1, 2)), table.state.knowledge[1])
    return table


def window(hours: int = 12) -> Table:
    """Return an attack that its target's owner may answer."""
    table = skirmish().play(1, "Burst", "2.2", "1.1")
    table.state.options = replace(table.state.options, hours=hours)
    return table


def crowd(seats: int, team: int, *, cloaked: bool = False) -> NeoView:
    """Return a table with this number of varans of a large roster, in the maximum number of sectors."""
    rules = NeoCombatRules(Library(large_pool()))
    state = rules.setup(Options(team=team, deal="random"), seats, fresh_randomness(3))
    random, tokens = Random(seats * 10 + team), []
    for token in range(seats * team):
        sector = random.choice((token // team + 1, token // team + 1, 0, seats + 1 + token % 5))
        tokens.append(Token(sector, not cloaked, sideways=token % 3 == 0, moved=token % 2 == 0))
    state.tokens = tuple(tokens)
    if not cloaked:
        state.knowledge = tuple(
            [
                Knowledge(
                    tuple([Record(each) for each in state.varans[seat * team : (seat + 1) * team]]),
                    state.knowledge[seat].tokens,
                )
                for seat in range(seats)
            ]
        )
    state.phase, state.current = "combat", seats - 1
    return rules.view(state, None)


def scattered(seats: int, team: int) -> NeoView:
    """Return a table on which each varan is in a separate sector."""
    view = crowd(seats, team)
    return replace(view, tokens=tuple([replace(its, sector=at + 1) for at, its in enumerate(view.tokens)]))


@lru_cache(maxsize=1)
def large_pool() -> Pool:
    """Return the usual action cards with a roster of 48."""
    roster = POOL.roster
    more = tuple([replace(each, id=f"{chr(ord(each.id[0]) + 3)}{each.id[1:]}") for each in roster])
    return pool_with((*roster, *more))


def pool_with(roster: tuple[Varan, ...]) -> Pool:
    """Return the usual action cards with this roster."""
    return Pool([replace(POOL.sets[0], varans=roster)])


def library() -> Library:
    cards_at_hand = Library(POOL)
    cards_at_hand.add(large_pool())
    return cards_at_hand


RENDERER = NeoCombatRenderer(library(), NeoCombatWording(library()))


def drafting(viewer: Viewer = None) -> NeoView:
    """Return the draft, in which the first seat has kept two and the second is ready."""
    state = RULES.setup(Options(deal="draft"), 3, fresh_randomness(4))
    state.kept = (state.offers[0][:2], *state.kept[1:])
    state.ready = (False, True, False)
    return RULES.view(state, viewer)


def ended(winners: tuple[Seat, ...] = (0,)) -> NeoView:
    view = seen(skirmish())
    outcome = Outcome(winners, (0,) * view.seats, "A player has no varans left: most kills win")
    return replace(view, phase="over", current=NOBODY, outcome=outcome, kills=(3, 1))


def broken_off() -> NeoView:
    """Return a table for three that one has left, and on which another has lost two varans."""
    table = Table("*A1 *A2", "*B1 *B2", "*C1 *C2")
    return seen(table.resign(3), kills=(1, 0, 0))


STAGES: dict[str, NeoView] = {
    "skirmish": seen(skirmish()),
    "own skirmish": seen(skirmish(), 0),
    "mingled": seen(mingled()),
    "window": seen(window()),
    "sensor": seen(Table("*A1", "B1").hold(1, "Detect").hold(2, "Jammer").play(1, "Detect", "2.1")),
    "second": seen(skirmish(), second=Second(0, "shot")),
    "specials": seen(skirmish(), phase="specials"),
    "movement": seen(skirmish(), phase="movement", step=2, stopped=(1,)),
    "cloaked": seen(skirmish(), phase="movement", step=3, cloaked=True),
    "passed": seen(skirmish(), passed=(1,)),
    "repair": seen(skirmish().repair(), ready=(True, False)),
    "won": ended(),
    "drawn": ended(()),
    "shared": ended((0, 1)),
    "broken off": broken_off(),
    "draft": drafting(),
    "own draft": drafting(0),
    **{f"{seats} seats": crowd(seats, 4) for seats in range(2, 7)},
    "all cloaked": crowd(4, 4, cloaked=True),
    "one each": crowd(2, 1),
    "eight each": crowd(3, 8),
    "six of eight": crowd(6, 8),
    "scattered": scattered(6, 8),
}
"""The fullest and the emptiest tables."""


def fought() -> tuple[Any, ...]:
    """Return the facts of an attack that hit, of one that was answered, and of a move."""
    burst, armour = cards("Burst")[0], cards("Armour")[0]
    return (
        facts.Moved(3, 1, 3),
        facts.Moved(0, 3, 0),
        facts.Played(0, burst, 0, 5, 0),
        facts.WindowOpened(1, 1),
        facts.Undefended(1),
        facts.Hit(5, 2, 2),
        facts.Turned(0),
        facts.Played(1, burst, 4, 1, 0),
        facts.Defended(0, armour),
        facts.Fended(1),
    )


def every_fact() -> tuple[Any, ...]:
    """Return one fact of each kind; no match has all of them."""
    card = cards("Detect")[0]
    return (
        *fought(),
        facts.Kept(0, 1),
        facts.TeamDealt(0, (1, 2)),
        facts.Drew(0, 2, "claim"),
        facts.Refilled(12),
        facts.DrewEnough(0),
        facts.TurnBegan(3, 1),
        facts.StepBegan(True, 2),
        facts.Stopped(1),
        facts.CombatBegan(),
        facts.Passed(0),
        facts.Played(0, card, -1, 6, 0),
        facts.Revealed(6, varan("B2")),
        facts.Claimed(6, "sniper"),
        facts.Hit(5, 0, 2),
        facts.Killed(5, 0),
        facts.SecondFollows(0, 1),
        facts.SecondLapsed(1),
        facts.RepairBegan(),
        facts.Planned(0, NO_PLAN),
        facts.HandedOff(1),
        facts.AllReady(),
        facts.Mended(0, 1),
        facts.CloakedAgain(0),
        facts.Shuffled((2, 3)),
        facts.Discarded(0, (card, card, card)),
        facts.LostCards(0, (card,)),
        facts.Rolled(0, card, (5,), 6),
        facts.Tossed(0, card, True),
        facts.TurnedBack((1,)),
        facts.Dropped(1),
        facts.Resigned(1, (3,)),
        MatchOver(Outcome((0,), (1, 0), "A player has no varans left: most kills win")),
    )

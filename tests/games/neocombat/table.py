"""The rules with the shipped cards, and a match with a prepared position, played by a test."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from bot.engine.contract import Event, Resign, set_at
from bot.engine.decks import Deck
from bot.engine.errors import IllegalAction
from bot.games import catalogue
from bot.games.neocombat.cardgame import NeoCombatCards
from bot.games.neocombat.cards.cards import Library
from bot.games.neocombat.rules.knowledge import nothing_known, revealed
from bot.games.neocombat.rules.options import Options
from bot.games.neocombat.rules.rules import NeoCombatRules, actions
from bot.games.neocombat.rules.state import NeoState
from bot.games.neocombat.rules.view import NO_PLAN, Token
from tests.games.random_play import fresh_randomness

POOL = catalogue.card_game(NeoCombatCards).library.standard
RULES = NeoCombatRules(Library(POOL))
KINDS = {card.name: kind for kind, card in enumerate(POOL.actions)}


def varan(name: str) -> int:
    """Return the number of a varan, by its id."""
    return POOL.ids[name]


def cards(names: str) -> tuple[int, ...]:
    """Return cards by their names, separated by commas, in the order of the numbers."""
    return tuple(sorted([KINDS[name.strip()] for name in names.split(",") if name.strip()]))


class Table:
    """A match of teams given by their ids, by default in its first combat.

    Varans are named as on the table, "1.2"; a star before an id reveals it: "*A1 B6@0/2" has A1 revealed and
    B6 cloaked in the Centre, with 2 damage.
    """

    def __init__(self, *teams: str, first: int = 0, phase: str = "combat", **options: Any) -> None:
        size = len(teams[0].split())
        normalized = RULES.normalize(Options(team=size, **options), len(teams))
        state = RULES.setup(replace(normalized, deal="random"), len(teams), fresh_randomness(1))
        state.options = normalized
        state.knowledge = (nothing_known(size),) * len(teams)
        state.wounds = (0,) * len(POOL.roster)
        tokens, varans = [], []
        for seat, team in enumerate(teams):
            for place, words in enumerate(team.split()):
                words, _, damage = words.partition("/")
                name, _, sector = words.partition("@")
                number = varan(name.lstrip("*"))
                tokens.append(Token(int(sector) if sector else seat + 1, name.startswith("*")))
                varans.append(number)
                if name.startswith("*") or damage:
                    known = revealed(state.knowledge[seat], place, number, POOL.roster)
                    state.knowledge = set_at(state.knowledge, seat, known)
                if damage:
                    state.wounds = set_at(state.wounds, number, int(damage))
        state.tokens, state.varans = tuple(tokens), tuple(varans)
        state.first = state.current = first
        state.hands, state.deck = ((),) * len(teams), Deck(POOL.deck)
        state.phase, state.cloaked, state.step = phase, False, 0
        self.state: NeoState = state
        self.rng = fresh_randomness(2)
        self.events: list[Event] = []

    def hold(self, seat: int, names: str) -> Table:
        """Replace the hand of a seat, from 1, by these cards of the deck."""
        state, held = self.state, cards(names)
        order = sorted((*state.deck.order, *state.hands[seat - 1]))
        for card in held:
            order.remove(card)
        state.deck = Deck(tuple(order), state.deck.discard)
        state.hands = set_at(state.hands, seat - 1, held)
        return self

    def on_top(self, names: str) -> Table:
        """Put these cards on top of the deck, the first on top."""
        wanted = [KINDS[name.strip()] for name in names.split(",")]
        order = list(self.state.deck.order)
        for card in wanted:
            order.remove(card)
        self.state.deck = Deck((*wanted, *order), self.state.deck.discard)
        return self

    def empty_deck(self, discard: str = "") -> Table:
        """Leave the deck empty, with these cards in the discard pile; all others have left the game."""
        pile = cards(discard)
        gone = [*self.state.deck.order, *self.state.deck.discard]
        for card in pile:
            gone.remove(card)
        self.state.removed = tuple(gone)
        self.state.deck = Deck((), pile)
        return self

    def token(self, name: str) -> int:
        """Return the number of a token: "2.3"."""
        seat, place = name.split(".")
        return (int(seat) - 1) * self.state.options.team + int(place) - 1

    def at(self, name: str) -> Token:
        """Return the public data of a token."""
        return self.state.tokens[self.token(name)]

    def damage(self, name: str) -> int:
        """Return the damage of a token's varan."""
        return self.state.wounds[self.state.varans[self.token(name)]]

    def do(self, seat: int, action: Any) -> Table:
        """Let a seat, from 1, do an action."""
        self.events = RULES.apply(self.state, seat - 1, action, self.rng)
        return self

    def play(
        self,
        seat: int,
        card: str,
        target: str = "",
        user: str = "",
        *,
        way: int = 0,
        claim=False,
        again=False,
    ) -> Table:
        """Let a seat play a card."""
        return self.do(seat, self.a_play(card, target, user, way=way, claim=claim, again=again))

    def a_play(self, card: str, target: str = "", user: str = "", *, way: int = 0, claim=False, again=False):
        """Return the action of playing a card."""
        tokens = [self.token(name) if name else actions.NONE for name in (target, user)]
        return actions.Play(KINDS[card], tokens[0], tokens[1], way, claim, again)

    def defend(self, seat: int, card: str, *, claim=False) -> Table:
        """Let a seat answer with a card."""
        return self.do(seat, actions.Defend(KINDS[card], claim))

    def move(self, seat: int, token: str, to: int) -> Table:
        """Let a seat move a varan."""
        return self.do(seat, actions.Move(self.token(token), to))

    def passes(self, *seats: int) -> Table:
        """Let these seats pass, one after another."""
        for seat in seats:
            self.do(seat, actions.Pass())
        return self

    def resign(self, seat: int) -> Table:
        """Let a seat resign."""
        return self.do(seat, Resign())

    def repair(self) -> Table:
        """Begin Repair, with nothing chosen."""
        self.state.phase, self.state.current = "repair", -1
        self.state.plans = (NO_PLAN,) * self.state.seats
        return self

    def refusal(self, seat: int, action: Any) -> str:
        """Return the sentence that refuses an action; the match must not change."""
        before = RULES.clone(self.state)
        try:
            RULES.apply(self.state, seat - 1, action, self.rng)
        except IllegalAction as refused:
            assert self.state == before
            return refused.sentence
        raise AssertionError(f"{action} is allowed")

    def refuses(self, seat: int, card: str, target: str = "", user: str = "", **how: Any) -> str:
        """Return the sentence that refuses a play."""
        return self.refusal(seat, self.a_play(card, target, user, **how))

    @property
    def awaited(self) -> set[int]:
        """Return the awaited seats, from 1."""
        return {seat + 1 for seat in RULES.to_act(self.state)}

    def told(self, kind: type, seat: int | None = None) -> list[Any]:
        """Return the facts of a kind from the last action for everybody, or for this seat, from 1."""
        viewer = None if seat is None else seat - 1
        facts = [event.seen_by(viewer) for event in self.events]
        return [fact for fact in facts if isinstance(fact, kind)]

    def hand(self, seat: int) -> list[str]:
        """Return the names of the cards in a seat's hand, from 1."""
        return named(self.state.hands[seat - 1])

    def known(self, name: str) -> list[str]:
        """Return the publicly possible varans of a token: ids, or "?" with its known attributes."""
        token = self.token(name)
        team = self.state.options.team
        records = self.state.knowledge[token // team].possible(token % team)
        return [
            POOL.roster[each.varan].id if each.varan >= 0 else "".join(["?", *each.claimed, str(each.speed)])
            for each in records
        ]


def named(kinds: Iterable[int]) -> list[str]:
    """Return the names of cards."""
    return [POOL.actions[kind].name for kind in kinds]

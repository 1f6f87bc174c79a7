"""Audit files of matches, for the tests of simulation and verification."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from bot.engine import audit
from bot.engine.audit import Audit, AuditAction, AuditDraw
from bot.engine.errors import Refusal
from bot.engine.fair import Draw, Stream, commitment
from bot.games.computers import COMPUTERS
from bot.games.registry import GAMES
from bot.games.simulation import Series, audit_of
from bot.matches.options import read_options
from bot.parts.proofs.verify import Disagreement, check

RULES = {key: game.rules for key, game in GAMES.items()}
PAPYRUS = RULES["papyrus"]

SMALL = {"squad": 3, "width": 10, "height": 6}


def series(
    options: dict[str, Any] | None = None,
    *,
    seats: int = 2,
    players: Sequence[str] = ("skirmisher", "random"),
    games: int = 1,
    seed: str = "tests",
    **more: Any,
) -> Series:
    """Return a series of Papyrus matches on a small field, unless other options are given."""
    given = SMALL if options is None else options
    return Series(
        rules=PAPYRUS,
        options=read_options(PAPYRUS, given, seats),
        seats=seats,
        players=tuple(COMPUTERS[players[seat % len(players)]] for seat in range(seats)),
        games=games,
        seed=seed,
        **more,
    )


def audits(wanted: Series) -> list[Audit]:
    return [audit_of(wanted, wanted.play(number)) for number in range(wanted.games)]


def plain(found: Audit) -> dict[str, Any]:
    """Return the audit file as JSON values that a test can change."""
    value: dict[str, Any] = json.loads(audit.encode(found))
    return value


def verdict(content: bytes) -> str:
    """Return the error that verification finds in a file, or "" if there is none."""
    try:
        check(audit.decode(content), RULES)
    except (audit.BadAudit, Disagreement) as fault:
        return str(fault)
    return ""


def with_undo(seed: bytes, words: Sequence[str]) -> Audit:
    """Return the audit of a whole match in which every third action with a roll was undone by consent.

    It has void draws.
    """
    match, mood = "undoundoundo", random.Random(seed)
    options = read_options(PAPYRUS, SMALL, 2)
    rng = Stream(match, seed, words)
    state = PAPYRUS.setup(options, 2, rng)
    actions: list[AuditAction] = []
    void: set[int] = set()
    rolled = 0
    while PAPYRUS.outcome(state) is None:
        seat = min(PAPYRUS.to_act(state))
        legal, view = PAPYRUS.legal(state, seat), PAPYRUS.view(state, seat)
        action = COMPUTERS["skirmisher"].choose(PAPYRUS, view, legal, mood)
        before, counter = PAPYRUS.clone(state), rng.counter
        PAPYRUS.apply(state, seat, action, rng)
        rolled += rng.counter > counter
        if rng.counter > counter and rolled % 3 == 1:
            void.update(range(counter, rng.counter))
            state = before
            continue
        actions.append(AuditAction(len(actions) + 1, seat, msgspec.to_builtins(action)))
    return Audit(
        format=audit.FORMAT,
        match=match,
        game="papyrus",
        rules=PAPYRUS.version,
        cards=None,
        options=msgspec.to_builtins(options),
        seats=2,
        commitment=commitment(match, seed),
        seed=seed.hex(),
        words=tuple(words),
        draws=tuple([msgspec.structs.replace(AuditDraw.of(draw), void=draw.n in void) for draw in rng.draws]),
        actions=tuple(actions),
        outcome=PAPYRUS.outcome(state),
    )


class ListedDice(Stream):
    """Returns the draws listed in a file, whatever the seed; a draw out of order is an error."""

    def __init__(self, draws: Sequence[dict[str, Any]]) -> None:
        super().__init__("", b"")
        self.left = [draw for draw in draws if not draw.get("void", False)]

    def roll(self, purpose: str, sides: int = 6, count: int = 1) -> tuple[int, ...]:
        if not self.left:
            raise LookupError("no draw is left")
        draw = self.left.pop(0)
        if (draw["purpose"], draw["kind"], draw.get("sides"), draw.get("count")) != (
            purpose,
            "roll",
            sides,
            count,
        ):
            raise LookupError("the file lists another draw")
        self._record(Draw(draw["n"], purpose, "roll", tuple(draw["result"]), sides, count))
        return tuple(draw["result"])


def is_consistent(file: dict[str, Any]) -> bool:
    """Whether a file is consistent: its actions use exactly its listed draws and lead to its outcome.

    This also holds if an action was exchanged for another that changes no later draw and not the outcome
    (docs/FAIRNESS.md, "What a file cannot prove by itself").
    """
    try:
        options = msgspec.convert(file["options"], PAPYRUS.Options)
        dice = ListedDice(file["draws"])
        state = PAPYRUS.setup(PAPYRUS.normalize(options, file["seats"]), file["seats"], dice)
        for entry in file["actions"]:
            PAPYRUS.apply(state, entry["seat"], msgspec.convert(entry["action"], PAPYRUS.Action), dice)
    except (Refusal, LookupError, msgspec.ValidationError):
        return False
    reached = PAPYRUS.outcome(state)
    return not dice.left and msgspec.to_builtins(reached) == as_tuples(file["outcome"])


def dice_match_the_seed(file: dict[str, Any]) -> bool:
    """Whether the seed gives each listed roll, including void ones, for its number, purpose and dice."""
    for n, draw in enumerate(file["draws"]):
        stream = Stream(file["match"], bytes.fromhex(file["seed"]), file["words"], counter=n)
        rolled = stream.roll(draw["purpose"], draw["sides"], draw["count"])
        if (draw["n"], draw["kind"], draw["result"]) != (n, "roll", list(rolled)):
            return False
    return True


def as_tuples(outcome: dict[str, Any] | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {key: tuple(value) if isinstance(value, list) else value for key, value in outcome.items()}

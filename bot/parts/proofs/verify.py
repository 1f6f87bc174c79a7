"""Verifies a whole match from its audit file (docs/FAIRNESS.md) by repeating every draw and every action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from bot.base.language import N_, gettext, grouped, ngettext, pgettext
from bot.engine.audit import Audit, AuditAction, AuditDraw, BadAudit, decode, same_json
from bot.engine.contract import AnyRules, Outcome
from bot.engine.errors import Refusal, TranslatedError
from bot.engine.fair import ReplayStream, Stream, commitment
from bot.engine.sentences import hidden
from bot.games.game import Game
from bot.games.registry import GAMES, former_rules
from bot.matches.notices import AGREED
from bot.matches.tournament_play import adjudged
from bot.processes.workers import LONGEST_ASIDE_SECONDS, Workers

# Checks of ended matches in worker processes, because reading a long file would block the bot.


LONG = 1024 * 1024
"""An audit file of more bytes is checked in its own process, so that no picture waits for it."""


class AuditResult(msgspec.Struct, frozen=True):
    """The result of checking an audit file, in the language of the request."""

    agrees: bool
    words: str
    """The description of the check, or the first disagreement; not safe to print."""


async def checked(workers: Workers, games: Mapping[str, Game], audit: Audit, content: bytes) -> AuditResult:
    """Check an audit file, without any secret knowledge: `content` is the content of `audit`."""
    game = games.get(audit.game)
    if not workers.processes or game is None or GAMES.get(audit.game) is not game:
        # A game that is registered here alone is not in the workers.
        return await workers.run_here(_checked, content, games)
    if len(content) < LONG:
        return await workers.run_with_cards(game.rules, audit.cards, _checked_there, content)
    own = Workers(1, longest=LONGEST_ASIDE_SECONDS)
    try:
        return await own.run_with_cards(game.rules, audit.cards, _checked_there, content)
    finally:
        await own.close()


def _checked_there(content: bytes) -> AuditResult:
    return _checked(content, GAMES)


def _checked(content: bytes, games: Mapping[str, Game]) -> AuditResult:
    rules = {key: game.rules for key, game in games.items()}
    try:
        audit = decode(content)
        check(audit, rules, former_rules(games))
    except (BadAudit, Disagreement) as fault:
        return AuditResult(agrees=False, words=str(fault))
    return AuditResult(agrees=True, words=summary(audit))


Games = Mapping[str, AnyRules]

_SHOWN_RESULTS = 12
_SHOWN_CHARACTERS = 60


class Disagreement(TranslatedError):  # noqa: N818 - its text is read as a sentence
    """A contradiction in the audit file; the message says which."""


def check(audit: Audit, games: Games, former: Iterable[AnyRules] = ()) -> None:
    """Check all statements of an audit file. Raises `Disagreement` with the first false one.

    `former` are the rules of former versions that are available.
    """
    seed = bytes.fromhex(audit.seed)
    if commitment(audit.match, seed) != audit.commitment:
        raise Disagreement.translated("the commitment is not the one that this seed gives for this match.")
    _check_numbers(audit)
    for draw in audit.draws:
        _check_draw(draw, audit, seed)
    rules = _pinned_rules(audit, games, former)
    options = _read_options(audit, rules)
    if rules.cards_of(options) != audit.cards:
        raise Disagreement.translated("the card set is not the one that the options name.")
    if audit.draws or audit.actions or audit.outcome is not None:
        _Replay(audit, rules, seed).play(options)


def _check_numbers(audit: Audit) -> None:
    for n, draw in enumerate(audit.draws):
        if draw.n != n:
            raise Disagreement.translated(
                "the draws are numbered 0, 1, 2, ...: draw {found} stands where {wanted} belongs.",
                found=draw.n,
                wanted=n,
            )
    for seq, entry in enumerate(audit.actions, start=1):
        if entry.seq != seq:
            raise Disagreement.translated(
                "the actions are numbered 1, 2, 3, ...: action {found} stands where {wanted} belongs.",
                found=entry.seq,
                wanted=seq,
            )
        if entry.seat >= audit.seats:
            raise Disagreement(
                ngettext(
                    "action {action} is of seat {seat}, and the match has {seats} seat.",
                    "action {action} is of seat {seat}, and the match has {seats} seats.",
                    audit.seats,
                    action=seq,
                    seat=entry.seat + 1,
                    seats=grouped(audit.seats),
                )
            )


def _check_draw(draw: AuditDraw, audit: Audit, seed: bytes) -> None:
    """Repeat a draw from the seed."""
    stream = Stream(audit.match, seed, audit.words, counter=draw.n)
    try:
        if draw.kind == "roll":
            stream.roll(draw.purpose, _size(draw.sides), _size(draw.count))
        elif draw.kind == "shuffle":
            stream.shuffle(draw.purpose, range(_size(draw.size)))
        else:
            stream.pick(draw.purpose, range(_size(draw.size)))
    except (ValueError, OverflowError) as fault:
        raise Disagreement.translated(
            "draw {draw} ({purpose}) cannot be made: {fault}.",
            draw=draw.n,
            purpose=draw.purpose,
            fault=fault,
        ) from None
    drawn = stream.draws[0].result
    if drawn != draw.result:
        raise Disagreement.translated(
            "draw {draw} ({purpose}): the file says {results}, the seed gives {others}.",
            draw=draw.n,
            purpose=draw.purpose,
            results=_results(draw.result),
            others=_results(drawn),
        )


def _size(value: int | msgspec.UnsetType) -> int:
    assert isinstance(value, int), "a decoded draw has the sizes of its kind"
    return value


def _pinned_rules(audit: Audit, games: Games, former: Iterable[AnyRules]) -> AnyRules:
    pinned = (each for each in former if (each.key, each.version) == (audit.game, audit.rules))
    rules = next(pinned, games.get(audit.game))
    if rules is None:
        raise Disagreement.translated(
            'there is no game "{game}" here, only {games}: take the program that the match was played with.',
            game=printable(audit.game),
            games=", ".join(games),
        )
    if rules.version != audit.rules:
        raise Disagreement.translated(
            "it was played under version {old} of the rules of {game}, and this program has version"
            " {new}: take the program that the match was played with.",
            old=printable(audit.rules),
            game=audit.game,
            new=rules.version,
        )
    if not rules.has_cards(audit.cards):
        raise Disagreement.translated(
            "it was played with card set {cards}, and this program has {others}: take the program that"
            " the match was played with, or name the files of its cards with --cards.",
            cards=audit.cards or pgettext("cards", "none"),
            others=rules.cards or pgettext("cards", "none"),
        )
    return rules


def _read_options(audit: Audit, rules: AnyRules) -> Any:
    """Return the options; they must be complete."""
    try:
        options = msgspec.convert(audit.options, rules.Options)
    except (msgspec.ValidationError, RecursionError) as fault:
        raise Disagreement.translated(
            "the options do not fit {game}: {fault}.", game=rules.key, fault=printable(str(fault))
        ) from None
    if not same_json(audit.options, options):
        raise Disagreement.translated(
            "the options are not those of {game}, each written out as it was settled.", game=rules.key
        )
    return options


class _Replay:
    """A replay of the match with the rules and the draws in its file."""

    def __init__(self, audit: Audit, rules: AnyRules, seed: bytes) -> None:
        self._found = audit
        self._rules = rules
        void = [draw.n for draw in audit.draws if draw.void]
        self._rng = ReplayStream(audit.match, seed, audit.words, void)
        self._listed = [draw for draw in audit.draws if not draw.void]
        self._compared = 0

    def play(self, options: Any) -> None:
        """Replay the match to its end. Raises `Disagreement`."""
        state = self._set_up(options)
        self._compare_draws(0)
        for entry in self._found.actions:
            self._act(state, entry)
            self._compare_draws(entry.seq)
        if self._compared < len(self._listed):
            draw = self._listed[self._compared]
            raise Disagreement.translated(
                "draw {draw} ({purpose}) is in the file, and the match played again does not make it.",
                draw=draw.n,
                purpose=draw.purpose,
            )
        self._compare_outcome(state)

    def _set_up(self, options: Any) -> Any:
        rules, seats = self._rules, self._found.seats
        try:
            normalized = rules.normalize(options, seats)
            if not same_json(self._found.options, normalized):
                raise Disagreement.translated(
                    "the options are not settled: they leave out what the match was pinned to."
                )
            return rules.setup(normalized, seats, self._rng)
        except Refusal as refusal:
            raise Disagreement.translated(
                "the match cannot be set up: {refusal}", refusal=_line(refusal)
            ) from None
        except Disagreement:
            raise
        except Exception as fault:  # whatever hostile values make the rules do, the answer is a sentence
            raise Disagreement.translated(
                "the match cannot be set up ({fault}).", fault=type(fault).__name__
            ) from None

    def _act(self, state: Any, entry: AuditAction) -> None:
        rules, which = self._rules, {"action": entry.seq, "seat": entry.seat + 1}
        try:
            action = msgspec.convert(entry.action, rules.Action)
            if not same_json(entry.action, action):
                raise Disagreement.translated(
                    "action {action} of seat {seat} is not written as the rules write it.", **which
                )
            rules.apply(state, entry.seat, action, self._rng)
        except msgspec.ValidationError as fault:
            raise Disagreement.translated(
                "action {action} of seat {seat} is no action of {game}: {fault}.",
                game=rules.key,
                fault=printable(str(fault)),
                **which,
            ) from None
        except Refusal as refusal:
            raise Disagreement.translated(
                "action {action} of seat {seat} is refused: {refusal}", refusal=_line(refusal), **which
            ) from None
        except Disagreement:
            raise
        except Exception as fault:  # whatever hostile values make the rules do, the answer is a sentence
            raise Disagreement.translated(
                "action {action} of seat {seat} cannot be carried out ({fault}).",
                fault=type(fault).__name__,
                **which,
            ) from None

    def _compare_draws(self, action: int) -> None:
        """Compare the draws of an action (0: the setup) with the file's draws."""
        for draw in self._rng.draws[self._compared :]:
            made = AuditDraw.of(draw)
            if self._compared == len(self._listed):
                raise Disagreement(_not_listed(action, made))
            listed = self._listed[self._compared]
            if made != listed:
                raise Disagreement(_otherwise(action, listed, made))
            self._compared += 1

    def _from_outside(self, told: Outcome, state: Any) -> bool:
        """Whether an outcome not given by the rules is valid: an agreed draw, or an adjudication."""
        resigned = [
            entry.seat
            for entry in self._found.actions
            if isinstance(entry.action, dict) and entry.action.get("do") == "resign"
        ]
        # Whether the file says that the players agreed to a draw, which the rules do not know.
        is_agreed = told.why == AGREED and told.drawn and not any(told.scores)
        return is_agreed or told == adjudged(self._rules, state, resigned, self._found.seats)

    def _compare_outcome(self, state: Any) -> None:
        reached, told = self._rules.outcome(state), self._found.outcome
        if reached == told or (reached is None and told is not None and self._from_outside(told, state)):
            return
        if reached is None:
            raise Disagreement.translated(
                "the file has an outcome, and the match played again has not ended."
            )
        if told is None:
            raise Disagreement.translated(
                "the file says the match was abandoned, and played again it ends: {why}",
                why=gettext(reached.why),
            )
        for name in ("winners", "scores", "why"):
            ours, theirs = getattr(reached, name), getattr(told, name)
            if ours != theirs:
                raise Disagreement.translated(
                    "the outcome: the file says {field} {value}, the match played again gives {other}.",
                    field=name,
                    value=_value(theirs),
                    other=_value(ours),
                )


def _not_listed(action: int, made: AuditDraw) -> str:
    if not action:
        return gettext(
            "the setup makes draw {draw} ({purpose}), and the file has none.",
            draw=made.n,
            purpose=made.purpose,
        )
    return gettext(
        "action {action} makes draw {draw} ({purpose}), and the file has none.",
        action=action,
        draw=made.n,
        purpose=made.purpose,
    )


def _otherwise(action: int, listed: AuditDraw, made: AuditDraw) -> str:
    message = (
        N_("draw {draw} ({purpose}): the file says {listed}, action {action} makes it {made}.")
        if action
        else N_("draw {draw} ({purpose}): the file says {listed}, the setup makes it {made}.")
    )
    return gettext(
        message,
        draw=listed.n,
        purpose=listed.purpose,
        listed=_told(listed),
        action=action,
        made=_told(made),
    )


def summary(audit: Audit) -> str:
    """Return a short summary of an audit file: "papyrus, 2 seats, 143 actions, 57 draws"."""
    seats, actions, draws = audit.seats, len(audit.actions), len(audit.draws)
    parts = [
        audit.game,
        ngettext("{count} seat", "{count} seats", seats, count=grouped(seats)),
        ngettext("{count} action", "{count} actions", actions, count=grouped(actions)),
        ngettext("{count} draw", "{count} draws", draws, count=grouped(draws)),
    ]
    return ", ".join(parts if audit.outcome is not None else [*parts, gettext("abandoned")])


def _told(draw: AuditDraw) -> str:
    """Return "number 3, attack, 1 of 6 sides: 4"."""
    return gettext(
        _TOLD[draw.kind],
        number=draw.n,
        purpose=draw.purpose,
        dice=draw.count,
        sides=draw.sides,
        size=draw.size,
        results=_results(draw.result),
    )


_TOLD = {
    "roll": N_("number {number}, {purpose}, {dice} of {sides} sides: {results}"),
    "shuffle": N_("number {number}, {purpose}, shuffle of {size}: {results}"),
    "pick": N_("number {number}, {purpose}, pick of {size}: {results}"),
}


def _results(results: Sequence[int]) -> str:
    return ", ".join(_shortened(results)) or gettext("nothing")


def _shortened(results: Sequence[int]) -> Iterator[str]:
    yield from map(str, results[:_SHOWN_RESULTS])
    if len(results) > _SHOWN_RESULTS:
        yield "..."


def _value(value: str | tuple[int, ...]) -> str:
    if isinstance(value, str):
        return gettext('"{words}"', words=printable(value))
    return f"[{', '.join(_shortened(value))}]"


def _line(refusal: Refusal) -> str:
    return printable(refusal.sentence, 300)


def printable(text: str, length: int = _SHOWN_CHARACTERS) -> str:
    """Return external text made safe to print on one line of a terminal."""
    clean = "".join(["?" if hidden(letter) else letter for letter in text])
    return clean if len(clean) <= length else f"{clean[: length - 3]}..."

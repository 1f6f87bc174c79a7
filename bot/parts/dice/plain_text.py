"""Rolls as plain text, for files and pictures: totals, faces, and every die."""

from __future__ import annotations

from bot.base.language import gettext, grouped, ngettext
from bot.parts.dice.ports import Roll
from bot.parts.dice.rolling import Die, Pool, Rolled, Turn, Words


def total_words(turn: Turn, rolled: Rolled) -> str:
    """Return the result of one repetition: "14", or "3 successes"."""
    if not rolled.successes:
        return grouped(turn.total)
    return ngettext("{total} success", "{total} successes", turn.total, total=grouped(turn.total))


def totals_words(rolled: Rolled) -> str:
    """Return the result of each repetition: "14, 9, 11"."""
    return ", ".join([total_words(turn, rolled) for turn in rolled.turns])


def together_words(rolled: Rolled) -> str:
    """Return the total of all repetitions, shown if there are several."""
    return gettext("together **{total}**", total=grouped(rolled.total))


def face_words(value: int, pool: Pool) -> str:
    """Return the face or the value of a die: a sign for a Fate die, else a number."""
    return {-1: "−", 0: "0", 1: "+"}.get(value, str(value)) if pool.fate else str(value)


def listed_dice(roll: Roll) -> str:
    """Return every die for a file: dropped dice in brackets, rerolls with an arrow, successes with a star."""
    lines = [f"{roll.expression}  ({roll.id})"]
    for number, turn in enumerate(roll.rolled.turns, start=1):
        lines.append(f"{number}. {turn_in_signs(turn)} = {total_words(turn, roll.rolled)}")
    signs = gettext("dropped (2)   rolled again 1→4   exploded 6!   success 9*")
    return "\n".join([*lines, signs, ""])


def turn_in_signs(turn: Turn) -> str:
    """Return one repetition with every die, in the notation of `listed_dice`."""
    return "".join(
        [
            f"{piece.written} [{', '.join([_in_signs(die, piece) for die in piece.dice])}]"
            if isinstance(piece, Pool)
            else words_between(piece)
            for piece in turn.pieces
        ]
    )


def words_between(piece: Words) -> str:
    """Return the text between dice; a note has a space before it."""
    return f" {piece.text}" if piece.note else piece.text


def _in_signs(die: Die, pool: Pool) -> str:
    past = "".join([f"{face_words(each, pool)}→" for each in earlier(die)])
    face = face_words(die.value, pool) + ("!" if die.exploded else "") + ("*" if die.success else "")
    return past + (face if die.kept else f"({face})")


def earlier(die: Die) -> tuple[int, ...]:
    """Return the values of a die before rerolls or limits of its value, oldest first."""
    return die.before if die.shown is None else (*die.before, die.shown)

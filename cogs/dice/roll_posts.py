"""How rolls, their proofs and their odds are shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from discord import utils

from bot.dice.errors import BadExpression
from bot.dice.expression import EXPLOSIONS, Expression
from bot.dice.odds import Odds
from bot.dice.ports import Roll, SavedRoll, Seed, Visibility
from bot.dice.rolling import Die, Pool, Rolled, Turn, Words
from bot.dice.service import Proof
from bot.engine.language import N_, decimal, gettext, grouped, grouped_decimal, ngettext, significant
from cogs.kit.controls import PRIMARY, ComponentId, Control, button
from cogs.kit.layout import (
    Attachment,
    OutgoingMessage,
    fit,
    message_of,
    page_of,
    picture_of,
    rows,
    safe,
    text,
)
from renderers.contract import Picture

DICE_TEXT = 2400
"""Characters of dice in a message; more of them go into a file."""
COMMAND_TEXT = 900
SHORT = 16
"""Digits of a commitment in a line; /roll verify shows all."""
PAGE = 10
"""Saved rolls on a page."""
_MARKUP = re.compile(r"([\\*_~`|<>\[\]@#])")
_LIKELY = (0.95, 0.75, 0.5, 0.25, 0.05)


def compose_fault(fault: BadExpression) -> str:
    """Return the sentence about an expression, and the caret under the place, as content of a message."""
    return f"{safe(fault.sentence)}\n```\n{fault.pointed()}\n```"


def compose_roll(roll: Roll, seed: Seed) -> OutgoingMessage:
    """Return a roll for those who may see it."""
    told = gettext("**{player}** rolled {roll}", player=safe(roll.name), roll=_code(roll.expression))
    return _shown(roll, told, _source(roll, seed))


def compose_sealed(roll: Roll, seed: Seed) -> OutgoingMessage:
    """Return what the others see of a roll that is revealed later: that there is one."""
    told = gettext(
        "**{player}** has rolled, and will reveal it later.\n"
        "-# The dice are fixed: commitment `{commitment}`, `/roll verify {roll}`",
        player=safe(roll.name),
        commitment=seed.commitment,
        roll=roll.id,
    )
    return message_of(text(told), *rows([_reveal_button(roll)]))


def compose_secret(roll: Roll, seed: Seed) -> OutgoingMessage:
    """Return a roll that is revealed later, as its roller sees it."""
    proof = gettext(
        "-# Nobody else sees this until you press Reveal. Commitment `{commitment}`",
        commitment=seed.commitment,
    )
    told = gettext("You rolled {roll}", roll=_code(roll.expression))
    return _shown(roll, told, proof, reveal=True)


def compose_revealed(roll: Roll, seed: Seed) -> OutgoingMessage:
    """Return a roll that its roller has revealed."""
    proof = gettext(
        "-# Commitment `{commitment}`, seed `{seed}`. Check them: `/roll verify {roll}`",
        commitment=seed.commitment,
        seed=seed.seed.hex(),
        roll=roll.id,
    )
    told = gettext(
        "**{player}** reveals what was rolled {when}: {roll}",
        player=safe(roll.name),
        when=_when(roll.at, "R"),
        roll=_code(roll.expression),
    )
    return _shown(roll, told, proof)


_VERDICTS = {
    True: N_("The seed is the one committed to, and the dice worked out again from it are the same."),
    False: N_("**The seed does not give these dice.** Tell whoever runs this bot."),
}


def compose_proof(proof: Proof) -> OutgoingMessage:
    """Return what `/roll verify` shows."""
    roll = proof.roll
    lines = [
        gettext("### Roll {roll}", roll=roll.id),
        gettext(
            "**{player}** rolled {roll} {when}: **{total}**",
            player=safe(roll.name),
            roll=_code(roll.expression),
            when=_when(roll.at, "f"),
            total=_totals(roll.rolled),
        ),
        gettext("Stream `{stream}`, {draws}", stream=roll.stream, draws=_draw_numbers(roll)),
        gettext("Commitment `{commitment}`", commitment=proof.commitment),
    ]
    if proof.seed is None:
        return message_of(text("\n".join([*lines, _still_secret(proof)])))
    lines += [
        gettext("Seed `{seed}`", seed=proof.seed.hex()),
        gettext(_VERDICTS[bool(proof.agrees)]),
        _draws_in_words(roll),
        gettext("Without this bot, with `docs/verify_roll.py`, which needs Python alone:"),
    ]
    command = check_command(proof)
    if len(command) <= COMMAND_TEXT:
        return message_of(text("\n".join([*lines, f"```\n{command}\n```"])))
    lines.append(gettext("the command is in the file."))
    file = Attachment(f"verify-{roll.id}.txt", command.encode())
    return message_of(text("\n".join(lines)), file)


def compose_today(seed: Seed) -> OutgoingMessage:
    """Return today's commitment of a place."""
    assert seed.reveal_at is not None
    told = gettext(
        "### Today's dice here\n"
        "Commitment `{commitment}`\nStream `{stream}`, next draw {number}\n"
        "The seed is shown from {time} ({when}) by `/roll verify` with the id of any roll of today.",
        commitment=seed.commitment,
        stream=seed.stream,
        number=seed.counter,
        time=_when(seed.reveal_at, "f"),
        when=_when(seed.reveal_at, "R"),
    )
    return message_of(text(told))


def check_command(proof: Proof) -> str:
    """Return the command that checks a roll's draws without the bot."""
    assert proof.seed is not None
    draws = " ".join(f"{draw.n}:{draw.count}d{draw.sides}" for draw in proof.roll.draws)
    return f"python verify_roll.py {proof.roll.stream} {proof.commitment} {proof.seed.hex()} {draws}"


def compose_odds(
    expression: Expression, odds: Odds, picture: Picture, at_least: int | None
) -> OutgoingMessage:
    """Return what `/roll stats` shows."""
    lines = [
        gettext("### Odds of {roll}", roll=_code(expression.body)),
        gettext(
            _MEAN[odds.successes],
            mean=grouped_decimal(float(odds.mean), 2),
            deviation=grouped_decimal(odds.deviation, 2),
            lowest=grouped(odds.outcomes[0]),
            highest=grouped(odds.outcomes[-1]),
        ),
        gettext("Chance of {chances}", chances=", ".join(_chances(odds, at_least))),
        f"-# {'; '.join(_notes(expression, odds))}.",
    ]
    return message_of(text("\n".join(lines)), picture_of(picture, "odds"))


_MEAN = {
    True: N_("Mean successes **{mean}**, standard deviation **{deviation}**, from {lowest} to {highest}"),
    False: N_("Mean total **{mean}**, standard deviation **{deviation}**, from {lowest} to {highest}"),
}
"""By whether successes are counted."""


def _chances(odds: Odds, at_least: int | None) -> list[str]:
    """Return the chance of this total or more, or of a few that tell most."""
    wanted = [at_least] if at_least is not None else _telling(odds)
    return [
        gettext(
            "{number} or more **{chance}**",
            number=grouped(number),
            chance=_percent(float(odds.at_least(number))),
        )
        for number in wanted
    ]


def _notes(expression: Expression, odds: Odds) -> list[str]:
    notes = [gettext("These odds are exact")]
    if odds.explodes:
        notes.append(
            gettext("one die is followed by {number} exploded ones at most, as in a roll", number=EXPLOSIONS)
        )
    if expression.repeated:
        notes.append(gettext("they are those of one repeat"))
    return notes


def compose_saved(saved: Sequence[SavedRoll], page: int) -> OutgoingMessage:
    """Return a page of somebody's saved rolls, with a button to roll each."""
    if not saved:
        return message_of(text(gettext("You have saved no rolls. `/dice save name: expression:` keeps one.")))
    shown, page, pages = page_of(saved, page, PAGE)
    lines = [f"**{safe(each.name)}** {_code(each.expression)}" for each in shown]
    controls = [button(fit(each.name, 80), ComponentId("saved", path=("roll", each.id))) for each in shown]
    turn = [
        button(
            gettext("Previous"),
            ComponentId("saved", path=("page", str(page - 1)), slot="p"),
            disabled=page == 0,
        ),
        button(
            gettext("Next"),
            ComponentId("saved", path=("page", str(page + 1)), slot="n"),
            disabled=page == pages - 1,
        ),
    ]
    head = gettext("### Your saved rolls ({number})", number=len(saved))
    return message_of(text("\n".join([head, *lines])), *rows(controls), *(rows(turn) if pages > 1 else []))


def _shown(roll: Roll, told: str, proof: str, *, reveal: bool = False) -> OutgoingMessage:
    label = f" · {safe(roll.label)}" if roll.label else ""
    dice = _in_markup(roll.rolled)
    file = None
    if len(dice) > DICE_TEXT:
        file = Attachment(f"roll-{roll.id}.txt", _in_plain_text(roll).encode())
        dice = f"= **{_totals(roll.rolled)}**\n{gettext('-# Every die is in the file.')}"
    if roll.rolled.stopped:
        dice += "\n" + gettext("-# A limit ended the explosions or rerolls.")
    return message_of(
        text(f"{told}{label}\n{dice}\n{proof}"),
        file,
        _reveal_button(roll) if reveal else None,
    )


def _reveal_button(roll: Roll) -> Control:
    return button(gettext("Reveal"), ComponentId("reveal", path=(roll.id, str(roll.user))), PRIMARY)


def _source(roll: Roll, seed: Seed) -> str:
    """Return the line that tells a roll's numbers and what they are checked against."""
    told = [
        _draws_of_day(roll, seed),
        gettext("commitment `{commitment}`", commitment=seed.commitment[:SHORT]),
        f"`/roll verify {roll.id}`",
    ]
    if roll.visibility is Visibility.PRIVATE:
        told.append(gettext("only you see this"))
    return f"-# {' · '.join(told)}"


def _draws_of_day(roll: Roll, seed: Seed) -> str:
    if not roll.draws:
        return gettext("No draw of {day} UTC", day=seed.day)
    first, last = roll.draws[0].n, roll.draws[-1].n
    if first == last:
        return gettext("Draw {draw} of {day} UTC", draw=first, day=seed.day)
    return gettext("Draws {first} to {last} of {day} UTC", first=first, last=last, day=seed.day)


def _draw_numbers(roll: Roll) -> str:
    if not roll.draws:
        return gettext("no draw")
    first, last = roll.draws[0].n, roll.draws[-1].n
    if first == last:
        return gettext("draw {draw}", draw=first)
    return gettext("draws {first} to {last}", first=first, last=last)


def _draws_in_words(roll: Roll) -> str:
    if not roll.draws:
        return gettext("-# The draws gave nothing: there are no dice in it.")
    told = [f"{draw.n}: {', '.join(map(str, draw.result))}" for draw in roll.draws]
    return gettext("-# The draws gave {draws}", draws=fit("; ".join(told), COMMAND_TEXT))


def _still_secret(proof: Proof) -> str:
    if proof.reveal_at is None:
        return gettext("The seed is shown when you reveal this roll.")
    return gettext(
        "The seed is secret until {time} ({when}): it also gives the rolls of today that are still to come."
        " Ask again then.",
        time=_when(proof.reveal_at, "f"),
        when=_when(proof.reveal_at, "R"),
    )


def _in_markup(rolled: Rolled) -> str:
    lines = []
    for number, turn in enumerate(rolled.turns, start=1):
        line = "".join(_piece(piece) for piece in turn.pieces)
        before = f"{number}\\. " if len(rolled.turns) > 1 else ""
        lines.append(f"{before}{line} = **{_total(turn, rolled)}**")
    if len(rolled.turns) > 1:
        lines.append(gettext("together **{total}**", total=grouped(rolled.total)))
    return "\n".join(lines)


def _piece(piece: Pool | Words) -> str:
    if isinstance(piece, Words):
        words = _escaped(piece.text)
        if piece.note:
            return f" *{words}*" if words else ""
        return words if piece.kept else _struck(words)
    return f"{_escaped(piece.written)} ({', '.join(_die(die, piece) for die in piece.dice)})"


def _escaped(words: str) -> str:
    """Return words without markup; unlike `safe` it keeps the blanks at the ends."""
    return _MARKUP.sub(r"\\\1", words)


def _die(die: Die, pool: Pool) -> str:
    past = "".join(f"~~{_face(each, pool)}~~→" for each in die.before)
    if die.shown is not None:
        past += f"{_face(die.shown, pool)}→"
    face = _face(die.value, pool) + ("!" if die.exploded else "")
    if not die.kept:
        return f"{past}~~{face}~~"
    return f"{past}**{face}**" if die.success or die.exploded else past + face


def _face(value: int, pool: Pool) -> str:
    return {-1: "−", 0: "0", 1: "+"}.get(value, str(value)) if pool.fate else str(value)


def _struck(words: str) -> str:
    inner = words.strip()
    return words.replace(inner, f"~~{inner}~~") if inner else words


def _in_plain_text(roll: Roll) -> str:
    """Return every die for a file: dropped in brackets, rolled again with an arrow, a success with a star."""
    lines = [f"{roll.expression}  ({roll.id})"]
    for number, turn in enumerate(roll.rolled.turns, start=1):
        pieces = [
            f"{piece.written} [{', '.join(_plain_die(die, piece) for die in piece.dice)}]"
            if isinstance(piece, Pool)
            else piece.text
            for piece in turn.pieces
        ]
        lines.append(f"{number}. {''.join(pieces)} = {_total(turn, roll.rolled)}")
    signs = gettext("dropped (2)   rolled again 1→4   exploded 6!   success 9*")
    return "\n".join([*lines, signs, ""])


def _plain_die(die: Die, pool: Pool) -> str:
    past = "".join(f"{_face(each, pool)}→" for each in die.before)
    if die.shown is not None:
        past += f"{_face(die.shown, pool)}→"
    face = _face(die.value, pool) + ("!" if die.exploded else "") + ("*" if die.success else "")
    return past + (face if die.kept else f"({face})")


def _total(turn: Turn, rolled: Rolled) -> str:
    if not rolled.successes:
        return grouped(turn.total)
    return ngettext("{total} success", "{total} successes", turn.total, total=grouped(turn.total))


def _totals(rolled: Rolled) -> str:
    return ", ".join(_total(turn, rolled) for turn in rolled.turns)


def _telling(odds: Odds) -> list[int]:
    """Return the totals whose chances tell most: near 95, 75, 50, 25 and 5 of a hundred."""
    behind, found, wanted = 1.0, [], list(_LIKELY)
    for outcome, chance in zip(odds.outcomes, odds.chances(), strict=True):
        while wanted and behind - chance < wanted[0]:
            found.append(outcome)
            wanted.pop(0)
        behind -= chance
    return sorted(set(found)) or [odds.outcomes[-1]]


def _percent(chance: float) -> str:
    if chance in (0.0, 1.0):
        return gettext("{number}%", number=round(100 * chance))
    percent = 100 * chance
    known = decimal(percent, 2) if 0.0001 <= chance <= 0.9999 else significant(percent, 3)
    return gettext("{number} %", number=known)


def _code(words: str) -> str:
    """Return words as code; what would end the code is straightened."""
    plain = " ".join(words.split()).replace("`", "'")
    return f"`{plain}`"


def _when(at: datetime, style: utils.TimestampStyle) -> str:
    return utils.format_dt(at, style)

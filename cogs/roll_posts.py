"""How rolls, their proofs and their odds are shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from discord import ui, utils

from bot.dice.errors import BadExpression
from bot.dice.expression import EXPLOSIONS, Expression
from bot.dice.odds import Odds
from bot.dice.ports import Roll, SavedRoll, Seed, Visibility
from bot.dice.rolling import Die, Pool, Rolled, Turn, Words
from bot.dice.service import Proof
from cogs.controls import Control, Press, button
from cogs.layout import Attachment, Sheet, fit, page_of, picture_of, rows, safe, sheet, text
from cogs.posts import PRIMARY
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

HELP = (
    "### Dice\n"
    "`/roll 4d6kh3+2` rolls for all to see; `visibility:` makes it private, or lets you reveal it later."
    " Words after the dice are a label: `1d20+5 stealth`, or `8d6 # fireball`.\n"
    "**Sums** `2d6+3`, `(1d8+2)*2`, `1d20+5>=15`; fractions are cut off at the end\n"
    "**Keep and drop** `4d6kh3` the highest, `kl1` the lowest; `pl1` drops the lowest, `ph1` the highest\n"
    "**Roll again** `4d6ro1` once, `rr<3` until none fits; `mi2` and `ma5` limit each die\n"
    "**Explode** `5d6!` on the highest side, `5d6!>4`, `5d6!3`; `ra6` one die once\n"
    "**Advantage** `1d20+5 adv`, `1d20 dis`\n"
    "**Pools** `8d10 t7` counts dice of 7 and more; `t<=2`, `t=6`, `8d10!t8`\n"
    "**Repeats** `6#4d6kh3`\n"
    "**Fate** `4dF`, **percent** `d%`, **notes** `2d6[fire]+1d8[cold]`\n"
    "**Odds** `/roll stats 4d6kh3`. **Proof** `/roll verify` and the id under a roll; without one, today's"
    " commitment of this channel\n"
    "**Saved rolls** `/dice save`, `/dice saved`, `/dice forget`; then `/roll` and the name\n"
    "-# At most 200 characters, 100 dice a term, 1,000 dice in all, 10,000 sides, 20 repeats."
)

AGREES = "The seed is the one committed to, and the dice worked out again from it are the same."
DIFFERS = "**The seed does not give these dice.** Tell whoever runs this bot."
WITHOUT_THE_BOT = "Without this bot, with `docs/verify_roll.py`, which needs Python alone:"


def compose_fault(fault: BadExpression) -> str:
    """Return the sentence about an expression, and the caret under the place, as content of a message."""
    return f"{safe(fault.sentence)}\n```\n{fault.pointed()}\n```"


def compose_roll(roll: Roll, seed: Seed) -> Sheet:
    """Return a roll for those who may see it."""
    return _shown(roll, f"**{safe(roll.name)}** rolled", _source(roll, seed))


def compose_sealed(roll: Roll, seed: Seed) -> Sheet:
    """Return what the others see of a roll that is revealed later: that there is one."""
    told = (
        f"**{safe(roll.name)}** has rolled, and will reveal it later.\n"
        f"-# The dice are fixed: commitment `{seed.commitment}`, `/roll verify {roll.id}`"
    )
    return sheet(text(told), *rows([_reveal_button(roll)]))


def compose_secret(roll: Roll, seed: Seed) -> Sheet:
    """Return a roll that is revealed later, as its roller sees it."""
    proof = f"-# Nobody else sees this until you press Reveal. Commitment `{seed.commitment}`"
    return _shown(roll, "You rolled", proof, reveal=True)


def compose_revealed(roll: Roll, seed: Seed) -> Sheet:
    """Return a roll that its roller has revealed."""
    proof = (
        f"-# Commitment `{seed.commitment}`, seed `{seed.seed.hex()}`. Check them: `/roll verify {roll.id}`"
    )
    return _shown(roll, f"**{safe(roll.name)}** reveals what was rolled {_when(roll.at, 'R')}:", proof)


def compose_proof(proof: Proof) -> Sheet:
    """Return what `/roll verify` shows."""
    roll = proof.roll
    rolled = f"{_code(roll.expression)} {_when(roll.at, 'f')}: **{_totals(roll.rolled)}**"
    lines = [
        f"### Roll {roll.id}",
        f"**{safe(roll.name)}** rolled {rolled}",
        f"Stream `{roll.stream}`, {_draw_numbers(roll)}",
        f"Commitment `{proof.commitment}`",
    ]
    if proof.seed is None:
        return sheet(text("\n".join([*lines, _still_secret(proof)])))
    lines += [
        f"Seed `{proof.seed.hex()}`",
        AGREES if proof.agrees else DIFFERS,
        f"-# The draws gave {_draws_in_words(roll)}",
        WITHOUT_THE_BOT,
    ]
    command = check_command(proof)
    if len(command) <= COMMAND_TEXT:
        return sheet(text("\n".join([*lines, f"```\n{command}\n```"])))
    lines.append("the command is in the file.")
    file = Attachment(f"verify-{roll.id}.txt", command.encode())
    return sheet(text("\n".join(lines)), ui.File(file.url), attachments=[file])


def compose_today(seed: Seed) -> Sheet:
    """Return today's commitment of a place."""
    assert seed.reveal_at is not None
    told = (
        "### Today's dice here\n"
        f"Commitment `{seed.commitment}`\nStream `{seed.stream}`, next draw {seed.counter}\n"
        f"The seed is shown from {_when(seed.reveal_at, 'f')} ({_when(seed.reveal_at, 'R')})"
        " by `/roll verify` with the id of any roll of today."
    )
    return sheet(text(told))


def check_command(proof: Proof) -> str:
    """Return the command that checks a roll's draws without the bot."""
    assert proof.seed is not None
    draws = " ".join(f"{draw.n}:{draw.count}d{draw.sides}" for draw in proof.roll.draws)
    return f"python verify_roll.py {proof.roll.stream} {proof.commitment} {proof.seed.hex()} {draws}"


def compose_odds(expression: Expression, odds: Odds, picture: Picture, at_least: int | None) -> Sheet:
    """Return what `/roll stats` shows."""
    gallery, file = picture_of(picture, "odds")
    what = "successes" if odds.successes else "total"
    shape = (
        f"Mean {what} **{float(odds.mean):,.2f}**, standard deviation **{odds.deviation:,.2f}**,"
        f" from {odds.outcomes[0]:,} to {odds.outcomes[-1]:,}"
    )
    lines = [f"### Odds of {_code(expression.body)}", shape]
    wanted = [at_least] if at_least is not None else _telling(odds)
    chances = [f"{number:,} or more **{_percent(float(odds.at_least(number)))}**" for number in wanted]
    lines.append("Chance of " + ", ".join(chances))
    notes = ["These odds are exact"]
    if odds.explodes:
        notes.append(f"one die is followed by {EXPLOSIONS} exploded ones at most, as in a roll")
    if expression.repeated:
        notes.append("they are those of one repeat")
    return sheet(text("\n".join([*lines, f"-# {'; '.join(notes)}."])), gallery, attachments=[file])


def compose_saved(saved: Sequence[SavedRoll], page: int) -> Sheet:
    """Return a page of somebody's saved rolls, with a button to roll each."""
    if not saved:
        return sheet(text("You have saved no rolls. `/dice save name: expression:` keeps one."))
    shown, page, pages = page_of(saved, page, PAGE)
    lines = [f"**{safe(each.name)}** {_code(each.expression)}" for each in shown]
    controls = [button(fit(each.name, 80), Press("saved", path=("roll", each.id))) for each in shown]
    turn = [
        button("Previous", Press("saved", path=("page", str(page - 1)), slot="p"), disabled=page == 0),
        button("Next", Press("saved", path=("page", str(page + 1)), slot="n"), disabled=page == pages - 1),
    ]
    head = f"### Your saved rolls ({len(saved)})"
    return sheet(text("\n".join([head, *lines])), *rows(controls), *(rows(turn) if pages > 1 else []))


def _shown(roll: Roll, head: str, proof: str, *, reveal: bool = False) -> Sheet:
    label = f" · {safe(roll.label)}" if roll.label else ""
    dice = _in_markup(roll.rolled)
    attachments: list[Attachment] = []
    if len(dice) > DICE_TEXT:
        attachments.append(Attachment(f"roll-{roll.id}.txt", _in_plain_text(roll).encode()))
        dice = f"= **{_totals(roll.rolled)}**\n-# Every die is in the file."
    if roll.rolled.stopped:
        dice += "\n-# A limit ended the explosions or rerolls."
    return sheet(
        text(f"{head} {_code(roll.expression)}{label}\n{dice}\n{proof}"),
        *(ui.File(each.url) for each in attachments),
        *rows([_reveal_button(roll)] if reveal else []),
        attachments=attachments,
    )


def _reveal_button(roll: Roll) -> Control:
    return button("Reveal", Press("reveal", path=(roll.id, str(roll.user))), PRIMARY)


def _source(roll: Roll, seed: Seed) -> str:
    """Return the line that tells a roll's numbers and what they are checked against."""
    whose = " · only you see this" if roll.visibility is Visibility.PRIVATE else ""
    return (
        f"-# {_draw_numbers(roll).capitalize()} of {seed.day} UTC · commitment `{seed.commitment[:SHORT]}`"
        f" · `/roll verify {roll.id}`{whose}"
    )


def _draw_numbers(roll: Roll) -> str:
    if not roll.draws:
        return "no draw"
    first, last = roll.draws[0].n, roll.draws[-1].n
    return f"draw {first}" if first == last else f"draws {first} to {last}"


def _draws_in_words(roll: Roll) -> str:
    told = [f"{draw.n}: {', '.join(map(str, draw.result))}" for draw in roll.draws]
    return fit("; ".join(told), COMMAND_TEXT) or "nothing: there are no dice in it."


def _still_secret(proof: Proof) -> str:
    if proof.reveal_at is None:
        return "The seed is shown when you reveal this roll."
    return (
        f"The seed is secret until {_when(proof.reveal_at, 'f')} ({_when(proof.reveal_at, 'R')}): it also"
        " gives the rolls of today that are still to come. Ask again then."
    )


def _in_markup(rolled: Rolled) -> str:
    lines = []
    for number, turn in enumerate(rolled.turns, start=1):
        line = "".join(_piece(piece) for piece in turn.pieces)
        before = f"{number}\\. " if len(rolled.turns) > 1 else ""
        lines.append(f"{before}{line} = **{_total(turn, rolled)}**")
    if len(rolled.turns) > 1:
        lines.append(f"together **{rolled.total:,}**")
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
    return "\n".join([*lines, "dropped (2)   rolled again 1→4   exploded 6!   success 9*", ""])


def _plain_die(die: Die, pool: Pool) -> str:
    past = "".join(f"{_face(each, pool)}→" for each in die.before)
    if die.shown is not None:
        past += f"{_face(die.shown, pool)}→"
    face = _face(die.value, pool) + ("!" if die.exploded else "") + ("*" if die.success else "")
    return past + (face if die.kept else f"({face})")


def _total(turn: Turn, rolled: Rolled) -> str:
    if not rolled.successes:
        return f"{turn.total:,}"
    return "1 success" if turn.total == 1 else f"{turn.total:,} successes"


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
        return f"{chance:.0%}"
    return f"{chance * 100:.2f} %" if 0.0001 <= chance <= 0.9999 else f"{chance * 100:.3g} %"


def _code(words: str) -> str:
    """Return words as code; what would end the code is straightened."""
    plain = " ".join(words.split()).replace("`", "'")
    return f"`{plain}`"


def _when(at: datetime, style: utils.TimestampStyle) -> str:
    return utils.format_dt(at, style)

"""The posts of rolls and their odds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import get_args

from bot.base.language import N_, decimal, gettext, grouped, grouped_decimal, messages, significant
from bot.parts.dice.bounds import BadExpression
from bot.parts.dice.expression import EXPLOSIONS, Binary, Compare, Dice, Expression, Node, Number, terms
from bot.parts.dice.notation import read
from bot.parts.dice.odds import Odds
from bot.parts.dice.ports import Roll, SavedRoll, Seed, Visibility, listed_dice
from bot.parts.dice.rolling import (
    Die,
    Pool,
    Rolled,
    Words,
    face_words,
    together_words,
    total_words,
    totals_words,
)
from cogs.kit.clock_words import stamp
from cogs.kit.controls import PRIMARY, ComponentId, Control, button, fair_dice, page_buttons, signed
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
from cogs.kit.sentences import dice_fixed
from renderers.contract import Picture

DICE_TEXT = 2400
"""The number of characters of dice in a message; more of them go into a file."""
LARGE_TOTALS = 40
"""The number of characters of totals that are shown in the largest letters."""
PAGE = 10
"""The number of saved rolls on a page."""
_MARKUP = re.compile(r"([\\*_~`|<>\[\]@#])")
_SIX_SIDES = re.compile(r"(?:\d+\s*)?[dw]\s?6(?!\d)", re.IGNORECASE)
_LIKELY = (0.95, 0.75, 0.5, 0.25, 0.05)


def compose_fault(fault: BadExpression) -> str:
    """Return the sentence about an expression, and the caret under the place, as content of a message."""
    return f"{safe(fault.sentence)}\n```\n{fault.pointed()}\n```"


def compose_roll(roll: Roll, picture: Picture | None = None) -> OutgoingMessage:
    """Return a roll for those allowed to see it."""
    told = gettext("**{player}** rolled {roll}", player=safe(roll.name), roll=as_code(roll.expression))
    own = gettext("-# Only you see this.") if roll.visibility is Visibility.PRIVATE else ""
    return _shown(roll, told, picture, own)


def compose_sealed(roll: Roll, seed: Seed) -> OutgoingMessage:
    """Return the public message on a roll that is revealed later: only that there is one."""
    told = gettext("**{player}** has rolled, and will reveal it later.", player=safe(roll.name))
    controls = [_reveal_button(roll), _fair_dice(roll)]
    return message_of(text(f"{told}\n{dice_fixed(seed.commitment)}"), *rows(controls))


def compose_secret(roll: Roll, picture: Picture | None = None) -> OutgoingMessage:
    """Return a roll that is revealed later, as its roller sees it."""
    told = gettext("You rolled {roll}", roll=as_code(roll.expression))
    own = gettext("-# Nobody else sees this until you press Reveal.")
    return _shown(roll, told, picture, own, _reveal_button(roll))


def compose_revealed(roll: Roll, picture: Picture | None = None) -> OutgoingMessage:
    """Return a roll that its roller has revealed."""
    told = gettext(
        "**{player}** reveals what was rolled {when}: {roll}",
        player=safe(roll.name),
        when=stamp(roll.at, "R"),
        roll=as_code(roll.expression),
    )
    return _shown(roll, told, picture)


def compose_odds(
    expression: Expression, odds: Odds, picture: Picture, at_least: int | None
) -> OutgoingMessage:
    """Return the answer of `/roll stats`."""
    lines = [
        gettext("### Odds of {roll}", roll=as_code(expression.body)),
        gettext(
            _MEAN[odds.successes],
            mean=grouped_decimal(float(odds.mean), 2),
            deviation=grouped_decimal(odds.deviation, 2),
            lowest=grouped(odds.outcomes[0]),
            highest=grouped(odds.outcomes[-1]),
        ),
        gettext("Chance of {chances}", chances=", ".join(_chances(odds, at_least))),
        f"-# {'; '.join(_notes(expression, odds))}.",
        *_explained(expression.body),
    ]
    return message_of(text("\n".join(lines)), picture_of(picture, "odds"))


_MEAN = {
    True: N_("Mean successes **{mean}**, standard deviation **{deviation}**, from {lowest} to {highest}"),
    False: N_("Mean total **{mean}**, standard deviation **{deviation}**, from {lowest} to {highest}"),
}
"""By whether successes are counted."""


def _chances(odds: Odds, at_least: int | None) -> list[str]:
    """Return the chance of this total or more, or the chances of a few informative totals."""
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
    """Return a page of a person's saved rolls, with a button for each."""
    if not saved:
        return message_of(text(gettext("You have saved no rolls. `/dice save name: expression:` keeps one.")))
    shown, page, pages = page_of(saved, page, PAGE)
    lines = [f"**{safe(each.name)}** {as_code(each.expression)}" for each in shown]
    controls = [button(fit(each.name, 80), ComponentId("saved", path=("roll", each.id))) for each in shown]
    turn = page_buttons(lambda to: ComponentId("saved", path=("page", str(to))), page, pages)
    head = gettext("### Your saved rolls ({number})", number=len(saved))
    return message_of(text("\n".join([head, *lines])), *rows(controls), *rows(turn))


def _shown(
    roll: Roll, told: str, picture: Picture | None, below: str = "", *controls: Control
) -> OutgoingMessage:
    """Return a roll: the total, the player, the expression, the picture, every die in words, and the lines
    below.
    """
    label = f" · {safe(roll.label)}" if roll.label else ""
    file = None
    dice = _in_markup(roll.rolled, "-# " if picture else "")
    if len(dice) > DICE_TEXT:
        file = Attachment(f"roll-{roll.id}.txt", listed_dice(roll).encode())
        dice = gettext("-# Every die is in the file.")
    stopped = gettext("-# A limit ended the explosions or rerolls.") if roll.rolled.stopped else ""
    totals = totals_words(roll.rolled)
    size = "##" if len(totals) <= LARGE_TOTALS else "###"
    return message_of(
        text(f"{size} {totals}\n{told}{label}"),
        picture_of(picture, "dice"),
        text("\n".join(filter(None, [dice, stopped, *_explained(roll.expression), below]))),
        file,
        *rows([*controls, _fair_dice(roll)]),
    )


def _explained(expression: str) -> list[str]:
    """Return what an expression means, where it has another meaning elsewhere.

    10d10>=7 compares the sum with a number that one die could show; 4d6k3 keeps the threes.
    """
    told = []
    with suppress(BadExpression):
        root = read(expression, kept=True).root
        match root:
            case Binary("!=", Dice() as dice, Number(number)):
                told.append(
                    gettext(
                        "-# This compares the total. `/roll {expression}` explodes.",
                        expression=f"{dice.written}!{number}",
                    )
                )
            case Binary(sign, Dice(target=None) as dice, Number(number)):
                if sign in get_args(Compare) and dice.count > 1 and number <= dice.sides:
                    target = f"{dice.written} t{'' if sign == '>=' else sign}{number}"
                    told.append(
                        gettext(
                            "-# This compares the total. `/roll {expression}` counts the dice.",
                            expression=target,
                        )
                    )
        for kind, number in _by_value(root).items():
            told.append(gettext(_BY_VALUE[kind], number=number))
    return told


_BY_VALUE = {
    "k": N_("-# `k{number}` keeps the dice that show {number}; `kh{number}` keeps the highest."),
    "p": N_("-# `p{number}` drops the dice that show {number}; `pl{number}` drops the lowest."),
}


def _by_value(root: Node) -> dict[str, int]:
    """Return the operations that keep or drop dice of one value, each with the first value."""
    counts: dict[str, int] = {}
    for term in terms(root):
        for operation in term.operations:
            for selector in operation.selectors:
                if operation.kind in _BY_VALUE and selector.by == "=":
                    counts.setdefault(operation.kind, selector.number)
    return counts


def _fair_dice(roll: Roll) -> Control:
    return fair_dice(ComponentId("fairroll", path=(roll.id,)))


def _reveal_button(roll: Roll) -> Control:
    return button(gettext("Reveal"), ComponentId("reveal", path=(roll.id, str(roll.user))), PRIMARY)


def _in_markup(rolled: Rolled, begin: str = "") -> str:
    """Return every die in words, each line after its prefix."""
    lines = []
    for number, turn in enumerate(rolled.turns, start=1):
        line = "".join(_piece(piece) for piece in turn.pieces)
        before = f"{number}\\. " if len(rolled.turns) > 1 else ""
        lines.append(f"{before}{line} = **{total_words(turn, rolled)}**")
    if len(rolled.turns) > 1:
        lines.append(together_words(rolled))
    return "\n".join([f"{begin}{line}" for line in lines])


def _piece(piece: Pool | Words) -> str:
    if isinstance(piece, Words):
        words = _escaped(piece.text)
        if piece.note:
            return f" *{words}*" if words else ""
        inner = words.strip()
        return words if piece.kept or not inner else words.replace(inner, f"~~{inner}~~")
    marked = any(die.before or die.exploded or not die.kept or die.shown is not None for die in piece.dice)
    as_sign = signed if _SIX_SIDES.match(piece.written) and not piece.counts and not marked else str
    return f"{_escaped(piece.written)} ({', '.join(as_sign(_die(die, piece)) for die in piece.dice)})"


def _escaped(words: str) -> str:
    """Return words without markup; unlike `safe` it keeps the blanks at the ends."""
    return _MARKUP.sub(r"\\\1", words)


def _die(die: Die, pool: Pool) -> str:
    past = "".join(f"~~{face_words(each, pool)}~~→" for each in die.before)
    if die.shown is not None:
        past += f"{face_words(die.shown, pool)}→"
    face = face_words(die.value, pool) + ("!" if die.exploded else "")
    if not die.kept:
        return f"{past}~~{face}~~"
    return f"{past}**{face}**" if die.success or die.exploded else past + face


def _telling(odds: Odds) -> list[int]:
    """Return the most informative totals: with chances near 95, 75, 50, 25 and 5 percent."""
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
    return gettext("{number}%", number=known)


def as_code(words: str) -> str:
    """Return words as code; what would end the code is straightened."""
    plain = " ".join(words.split()).replace("`", "'")
    return f"`{plain}`"


_HELP = messages("dice", "help", tuple[str, ...])


def compose_help() -> str:
    """Return how dice are written, as content of a message."""
    return "\n".join([gettext(line) for line in _HELP])

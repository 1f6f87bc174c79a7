"""From the text of an expression to its signs: what d20 does not read is taken apart here, place by place."""

from __future__ import annotations

import re
from typing import Literal, NoReturn, TypeAlias

import msgspec

from bot.dice.errors import BadExpression
from bot.dice.expression import DICE, LENGTH, REPEATS, SIDES, Compare, Target
from bot.engine.language import N_, gettext, grouped

LARGEST_NUMBER = 1_000_000_000
DEEPEST = 20
"""Brackets, and signs before a number, inside each other."""
LABEL = 100

Kind: TypeAlias = Literal["number", "dice", "operation", "sign", "before", "open", "close", "comma", "note"]

_REPEAT = re.compile(r"\s*([0-9]+)\s*#")
_DICE = re.compile(
    r"([0-9]*)d([0-9]+|%|f(?![a-z])|f(?=(?:[kpd][hl]|[kpt]|r[roa]|m[ia])[0-9<>=]))", re.IGNORECASE
)
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_ADVANTAGE = re.compile(r"(adv(?:antage)?|dis(?:advantage)?)(?![a-z])", re.IGNORECASE)
_TARGET = re.compile(r"t(>=|<=|>|<|=)?([0-9]+)", re.IGNORECASE)
_EXPLODE = re.compile(r"!(?!=)(?:(>=|<=|>|<|=)?([0-9]+))?")
_KEEP = re.compile(r"(k|p|d)(h|l)(?:([0-9]+)|(?![a-z]))", re.IGNORECASE)
_OPERATION = re.compile(r"(rr|ro|ra|mi|ma|e|k|p)(h|l|>=|<=|>|<|=)?([0-9]+)", re.IGNORECASE)
_DROP = re.compile(r"d[0-9]", re.IGNORECASE)
_SIGN = re.compile(r"//|==|!=|>=|<=|[-+*/%<>]")
_NOTE = re.compile(r"\[([^\]\[]{0,60})\]")
_NOT_IN_WORDS = re.compile(r"[0-9#+*/()\[\]=<>%,]")
_LOOK_ALIKE = str.maketrans({"×": "*", "÷": "/", "−": "-", "–": "-"})


class Sign(msgspec.Struct):
    """A piece of an expression, with its place."""

    kind: Kind
    text: str
    """As d20 reads it."""
    at: int
    end: int


class Term(msgspec.Struct):
    """What a term of dice has beyond what d20 reads."""

    count: int
    sides: int
    at: int
    end: int
    """Where the term with all its operations ends."""
    fate: bool = False
    target: Target | None = None
    advantage: Literal["", "h", "l"] = ""


class Scan(msgspec.Struct):
    """A scanned expression."""

    signs: list[Sign]
    terms: list[Term]
    notes: list[str]
    repeats: int
    repeated: bool
    body_end: int
    """Where the label begins."""
    label: str


def scan(text: str) -> Scan:
    """Take an expression apart. Raises `BadExpression`."""
    return _Scanner(text).run()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.plain = text.translate(_LOOK_ALIKE)
        """The text with the signs of typesetting as they are on a keyboard, each in its place."""
        self.at = 0
        self.found = Scan([], [], [], 1, False, len(text), "")
        self.brackets: list[int] = []
        self.before = 0
        self.after_dice: Term | None = None
        """The term that operations now would belong to."""
        self.after_bracket = False
        self.wanted: tuple[int, Literal["h", "l"]] | None = None

    def run(self) -> Scan:
        if len(self.text) > LENGTH:
            sentence = gettext(
                "This has {number} characters; a roll has at most {most}.", number=len(self.text), most=LENGTH
            )
            self.refuse(sentence, LENGTH)
        if not self.text.strip():
            self.refuse(gettext("Write what to roll, such as 4d6kh3+2."), 0)
        self._repeats()
        while self._operand():
            pass
        if self.brackets:
            self.refuse(gettext("This bracket is never closed."), self.brackets[-1])
        self._settle_advantage()
        return self.found

    def refuse(self, sentence: str, at: int) -> NoReturn:
        raise BadExpression(sentence, self.text, at)

    def _repeats(self) -> None:
        match = _REPEAT.match(self.text)
        if match is None:
            return
        self.found.repeats = self._small(match[1], match.start(1))
        self.found.repeated = True
        if not 1 <= self.found.repeats <= REPEATS:
            self.refuse(gettext("A roll is repeated 1 to {most} times.", most=REPEATS), match.start(1))
        self.at = match.end()

    def _operand(self) -> bool:
        """Read one operand and what follows it; return whether another one has to come."""
        self._blanks()
        if self._take("open", "("):
            self.brackets.append(self.at - 1)
            if len(self.brackets) > DEEPEST:
                sentence = gettext("There are more than {most} brackets inside each other.", most=DEEPEST)
                self.refuse(sentence, self.at - 1)
            return True
        if self._take("before", "+") or self._take("before", "-"):
            self.before += 1
            if self.before > DEEPEST:
                self.refuse(gettext("There are too many signs in a row."), self.at - 1)
            return True
        self.before = 0
        if not (self._dice() or self._number()):
            self._missing()
        while self._modifier():
            pass
        return self._goes_on()

    def _missing(self) -> NoReturn:
        if self.at >= len(self.text) or self.text[self.at] in "#":
            last = self.found.signs[-1] if self.found.signs else None
            if last is None:
                self.refuse(gettext("Something to roll is missing here."), self.at)
            self.refuse(gettext('Something is missing after "{sign}".', sign=last.text), last.at)
        if self.text[self.at] == ")":
            self.refuse(gettext(_EMPTY if self.brackets else _STRAY), self.at)
        self.refuse(gettext("Here should be dice, such as 2d6, or a number."), self.at)

    def _dice(self) -> bool:
        match = _DICE.match(self.plain, self.at)
        if match is None:
            return False
        written, size = match[1], match[2].lower()
        count = self._small(written, self.at) if written else 1
        if not 1 <= count <= DICE:
            self.refuse(gettext("One term has 1 to {most} dice.", most=DICE), self.at)
        fate = size == "f"
        sides = 3 if fate else 100 if size == "%" else self._small(size, match.start(2))
        if not 1 <= sides <= SIDES:
            self.refuse(gettext("A die has 1 to {most} sides.", most=grouped(SIDES)), match.start(2))
        self.after_dice = Term(count, sides, self.at, match.end(), fate)
        self.found.terms.append(self.after_dice)
        self._add("dice", f"{count}d{sides}", match.end())
        if self.at < len(self.text) and self.text[self.at] in ".0123456789":
            self.refuse(gettext("A die has a whole number of sides."), self.at)
        return True

    def _number(self) -> bool:
        match = _NUMBER.match(self.plain, self.at)
        if match is None:
            return False
        if len(match[0]) > 15 or float(match[0]) > LARGEST_NUMBER:
            sentence = gettext(
                "This number is too long: {most} is the largest.", most=grouped(LARGEST_NUMBER)
            )
            self.refuse(sentence, self.at)
        self.after_dice, self.after_bracket = None, False
        self._add("number", match[0], match.end())
        if self.at < len(self.text) and self.text[self.at] in ".":
            self.refuse(gettext("This is not a number."), match.start())
        return True

    def _modifier(self) -> bool:
        """Read one thing that belongs to the operand before it."""
        start = self.at
        self._blanks()
        if self._advantage() or self._note():
            return True
        if (self.after_dice or self.after_bracket) and (
            self._target() or self._explode() or self._keep() or self._operation()
        ):
            return True
        if self.at < len(self.text) and self.text[self.at] == ")":
            return self._close()
        self.at = start
        return False

    def _close(self) -> bool:
        if not self.brackets:
            self.refuse(gettext(_STRAY), self.at)
        self.brackets.pop()
        self._add("close", ")", self.at + 1)
        self.after_dice, self.after_bracket = None, True
        return True

    def _advantage(self) -> bool:
        match = _ADVANTAGE.match(self.text, self.at)
        if match is None:
            return False
        if self.wanted is not None:
            self.refuse(gettext("A roll has advantage or disadvantage once."), self.at)
        self.wanted = (self.at, "h" if match[1][0] in "aA" else "l")
        if self.after_dice is not None and self.found.signs[-1].kind in ("dice", "operation"):
            self._give_advantage(self.after_dice)
            self.after_dice.end = match.end()
        self.at = match.end()
        return True

    def _give_advantage(self, term: Term) -> None:
        assert self.wanted is not None
        if (term.count, term.sides) != (1, 20) or term.fate:
            self.refuse(gettext("adv and dis go with a single d20."), self.wanted[0])
        term.advantage = self.wanted[1]

    def _settle_advantage(self) -> None:
        """Give an adv or dis that stood apart to the first d20."""
        if self.wanted is None or any(term.advantage for term in self.found.terms):
            return
        singles = [term for term in self.found.terms if (term.count, term.sides) == (1, 20)]
        if not singles:
            self.refuse(gettext("adv and dis go with a single d20."), self.wanted[0])
        singles[0].advantage = self.wanted[1]

    def _note(self) -> bool:
        match = _NOTE.match(self.text, self.at)
        if match is None:
            return False
        if self.found.signs[-1].kind == "note":
            self.refuse(gettext("One note in square brackets is enough."), self.at)
        self.found.notes.append(" ".join(match[1].split()))
        self._add("note", f"[{len(self.found.notes) - 1}]", match.end())
        self.after_dice, self.after_bracket = None, False
        return True

    def _target(self) -> bool:
        match = _TARGET.match(self.plain, self.at)
        if match is None:
            return False
        if self.after_dice is None:
            self.refuse(gettext("t counts dice, so it stands right after them: 8d10t7."), self.at)
        if self.after_dice.target is not None:
            self.refuse(gettext("A pool has one t."), self.at)
        compare: Compare = match[1] or ">="  # type: ignore[assignment]
        self.after_dice.target = Target(compare, self._small(match[2], match.start(2)))
        self.after_dice.end = self.at = match.end()
        return True

    def _explode(self) -> bool:
        match = _EXPLODE.match(self.plain, self.at)
        if match is None:
            return False
        if self.after_dice is None or self.after_dice.fate:
            self.refuse(gettext("Only dice with numbers explode: 5d6!."), self.at)
        number = match[2] or str(self.after_dice.sides)
        self._operate("e", match[1] or "", number, match.end())
        if (
            self.at < len(self.text)
            and self.text[self.at] == "!"
            and self.text[self.at + 1 : self.at + 2] != "="
        ):
            self.refuse(gettext("One ! is enough: a die that explodes may explode again."), self.at)
        return True

    def _keep(self) -> bool:
        match = _KEEP.match(self.text, self.at)
        if match is None:
            return False
        self._operate("k" if match[1] in "kK" else "p", match[2].lower(), match[3] or "1", match.end())
        return True

    def _operation(self) -> bool:
        match = _OPERATION.match(self.plain, self.at)
        if match is None:
            return False
        name, by = match[1].lower(), (match[2] or "").lower()
        if self.after_dice is None and name not in ("k", "p"):
            sentence = gettext(
                "{operation} goes with dice; after a bracket stand only k and p.", operation=name
            )
            self.refuse(sentence, self.at)
        if name in ("mi", "ma") and by:
            sentence = gettext("{operation} takes a plain number: 4d6{operation}2.", operation=name)
            self.refuse(sentence, match.start(2))
        if name == "rr" and by in ("h", "l"):
            self.refuse(
                gettext("rr rolls again until nothing fits, so it takes values; ro rolls once."), self.at
            )
        self._operate(name, by, match[3], match.end())
        return True

    def _operate(self, name: str, by: str, written: str, end: int) -> None:
        if self.after_dice is not None and self.after_dice.target is not None:
            self.refuse(gettext("t comes last: put this before it."), self.at)
        number = self._small(written, end - len(written))
        if number > SIDES:
            sentence = gettext("The largest number here is {most}.", most=grouped(SIDES))
            self.refuse(sentence, end - len(written))
        if by in (">=", "<="):
            number += 1 if by == "<=" else -1
            by = by[0]
            if number < 0:
                self.refuse(gettext("Every die shows more than that."), self.at)
        self._add("operation", f"{name}{by.replace('=', '')}{number}", end)
        if self.after_dice is not None:
            self.after_dice.end = end

    def _goes_on(self) -> bool:
        """After an operand with all that belongs to it: read a sign or the label."""
        start = self.at
        self._blanks()
        if self.at >= len(self.text):
            self.found.body_end = start
            return False
        here = self.text[self.at]
        if here == "#":
            self._end_with(start, self.text[self.at + 1 :])
            return False
        if here == ",":
            if not self.brackets:
                self.refuse(gettext("A comma parts what is in brackets: (1d6,1d8)kh1."), self.at)
            self._add("comma", ",", self.at + 1)
            return True
        match = _SIGN.match(self.plain, self.at)
        if match is not None:
            self._add("sign", match[0], match.end())
            return True
        self._words(start)
        return False

    def _words(self, start: int) -> None:
        here = self.text[self.at]
        if self.after_dice is not None and _DROP.match(self.text, self.at):
            self.refuse(gettext("To drop the lowest die, write pl1; the highest, ph1."), self.at)
        if here.isalpha() and self.at > start:
            odd = _NOT_IN_WORDS.search(self.text, self.at)
            if odd is not None:
                self.refuse(gettext('Put "#" before a label with figures or signs in it.'), odd.start())
            self._end_with(start, self.text[self.at :])
            return
        if here in "0123456789(" or _DICE.match(self.plain, self.at):
            self.refuse(gettext("A sign is missing here, such as +."), self.at)
        if here in "kKpPdD" and self.after_dice is not None:
            sentence = gettext(
                "Write how many to keep or drop: kh3 keeps the highest 3, pl1 drops the lowest."
            )
            self.refuse(sentence, self.at)
        self.refuse(gettext("I do not know what this means. /dice help shows what can be written."), self.at)

    def _end_with(self, body_end: int, words: str) -> None:
        if self.brackets:
            self.refuse(gettext("This bracket is never closed."), self.brackets[-1])
        self.found.body_end = body_end
        self.found.label = clean_label(words)
        self.at = len(self.text)

    def _blanks(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def _take(self, kind: Kind, sign: str) -> bool:
        if self.plain[self.at : self.at + 1] != sign:
            return False
        self.after_dice, self.after_bracket = None, False
        self._add(kind, sign, self.at + 1)
        return True

    def _add(self, kind: Kind, text: str, end: int) -> None:
        self.found.signs.append(Sign(kind, text, self.at, end))
        if kind in ("sign", "comma"):
            self.after_dice, self.after_bracket = None, False
        self.at = end

    def _small(self, written: str, at: int) -> int:
        if len(written) > 9:
            self.refuse(gettext("This number is too long."), at)
        return int(written)


_EMPTY = N_("There is nothing in front of this bracket.")
_STRAY = N_("This bracket closes nothing.")


def clean_label(words: str) -> str:
    """Return a label on one line, without control characters, cut to its length."""
    kept = "".join(each if each.isprintable() else " " for each in words)
    return " ".join(kept.split())[:LABEL]

"""Parses the text of an expression into a tree, or explains why it cannot be read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from string import ascii_lowercase, ascii_uppercase
from typing import Any, NoReturn

from lark import Lark, Token, Tree, UnexpectedInput, UnexpectedToken

from bot.base.language import N_, gettext, messages
from bot.engine.spelling import keyboard_signs
from bot.parts.dice.bounds import BadExpression
from bot.parts.dice.expression import LENGTH
from bot.parts.dice.words import IN_LETTERS, REROLL, in_signs, word_of_notation

DEEPEST = 20
"""The deepest nesting of brackets, and of signs before a number."""

_AS_TYPED = str.maketrans(f"{ascii_uppercase}×÷", f"{ascii_lowercase}*/")
"""Case does not matter; typographic signs and keyboard signs are equal."""
_CURLY = str.maketrans("{}", "()")
_ALONE = re.compile(r"!|[kpe][0-9]+")
"""An operation that may be part of a label, where a blank stands before it."""
_NOT_IN_WORDS = re.compile(r"[0-9#+*/()\[\]=<>%,]")
_FOREIGN = tuple(
    [(re.compile(form), sentence) for form, sentence in messages("dice", "foreign", dict[str, str]).items()]
)
"""Notations of other programs that mean something else here or nothing, with our way to write it."""
_EMPTY = N_("There is nothing in front of this bracket.")
_STRAY = N_("This bracket closes nothing.")


@cache
def _grammar() -> Lark:
    """Return the grammar, made at the first roll."""
    return Lark.open("notation.lark", rel_to=__file__, parser="lalr")


class Syntax:
    """Parses one expression with the grammar `notation.lark`; each token has its index in the text."""

    def __init__(self, text: str, *, kept: bool = False) -> None:
        self.text = text
        self.typed = keyboard_signs(text).translate(_AS_TYPED)
        self.kept = kept
        self.tokens: list[Token] = []
        """The tokens read so far, from left to right."""
        self.brackets: list[Token] = []
        """The open brackets."""
        self.signs = 0
        """Signs before the next number or dice, without a binary operator before them."""
        self.parser: Any = None

    def parse(self) -> Tree[Token]:
        """Return the tree. Raises `BadExpression`.

        Length, brackets and signs are counted before the parser sees them.
        """
        if len(self.text) > LENGTH:
            sentence = gettext(
                "This has {number} characters; a roll has at most {most}.", number=len(self.text), most=LENGTH
            )
            self._refuse(sentence, LENGTH)
        if not self.typed.strip():
            self._refuse(gettext("Write what to roll, such as 4d6kh3+2."), 0)
        self.parser = _grammar().parse_interactive(in_signs(self.typed).translate(_CURLY))
        try:
            for token in self.parser.iter_parse():
                self._check(token)
                self.tokens.append(token)
            tree: Tree[Token] = self.parser.feed_eof()
        except UnexpectedInput as fault:
            self._explain(fault)
        return tree

    def _wants(self, terminal: str) -> bool:
        """Whether the parser accepts this terminal next."""
        return terminal in self.parser.choices()

    def curly(self, after: Token) -> bool:
        """Whether this token stands behind a bracket that is curly."""
        behind = self.tokens[next(place for place, token in enumerate(self.tokens) if token is after) - 1]
        return behind.type == "RPAR" and self._sign(behind) == "}"

    def _refuse(self, sentence: str, at: int | None) -> NoReturn:
        raise BadExpression(sentence, self.text, at or 0)

    def _check(self, token: Token) -> None:
        """Check limits and brackets for a token, before the parser gets it."""
        match token.type:
            case "LPAR" | "FUNCTION" | "RPAR" | "COMMA":
                self._check_bracket(token)
            case "SIGN":
                self.signs += self._wants("NUMBER")
                if self.signs > DEEPEST:
                    self._refuse(gettext("There are too many signs in a row."), token.start_pos)
            case "NUMBER" | "DICE":
                self.signs = 0
            case "ADVANTAGE":
                if any(each.type == "ADVANTAGE" for each in self.tokens):
                    self._refuse(gettext("A roll has advantage or disadvantage once."), token.start_pos)
            case "OPERATION":
                last = self.tokens[-1]
                if token[0] == last[0] == "!" and token.start_pos == last.end_pos:
                    sentence = gettext(
                        "Write one ! for dice that explode, as in 5d6!: with !! the total would be the same."
                    )
                    self._refuse(sentence, token.start_pos)
                if (
                    re.match("[kp][0-9]", token)
                    and self.tokens[-1].type == "RPAR"
                    and self._sign(last) == "}"
                ):
                    sentence = gettext(
                        "k3 behind curly brackets is the highest 3 elsewhere, and the threes here: write kh3."
                    )
                    self._refuse(sentence, token.start_pos)
            case "DROP":
                sentence = gettext("To drop the lowest die, write pl1; the highest, ph1.")
                self._refuse(sentence, token.start_pos)
            case "LABEL":
                self._check_label(token)

    def _check_bracket(self, token: Token) -> None:
        if token.type in ("LPAR", "FUNCTION"):
            self.brackets.append(token)
            if len(self.brackets) > DEEPEST:
                sentence = gettext("There are more than {most} brackets inside each other.", most=DEEPEST)
                self._refuse(sentence, token.start_pos)
        elif not self.brackets:
            comma = gettext("A comma separates the parts in brackets: (1d6,1d8)kh1.")
            self._refuse(comma if token.type == "COMMA" else gettext(_STRAY), token.start_pos)
        elif token.type == "RPAR":
            opened = self.brackets.pop()
            if (self._sign(opened) == "{") is not (self._sign(token) == "}"):
                self._refuse(gettext("This bracket is closed by another kind of bracket."), opened.start_pos)

    def _check_label(self, label: Token) -> None:
        if not label.startswith("#"):
            at = label.start_pos or 0
            self._ask_about(at)
            odd = _NOT_IN_WORDS.search(self.typed, at)
            if odd is not None or not label[0].isalpha():
                sentence = gettext('Put "#" before a label with figures or signs in it.')
                self._refuse(sentence, odd.start() if odd is not None else label.start_pos)
        if self.brackets:
            self._never_closed()

    def _ask_about(self, at: int) -> None:
        """Refuse words that would be a label, but may well be meant as dice."""
        if self.kept:
            return
        self._explain_foreign(at, _FOREIGN[:2])
        if (unread := word_of_notation(self.typed[at:])) is not None:
            place, word = unread
            if REROLL.fullmatch(word):
                sentence = gettext(
                    "Say whether dice are rolled again once or until none is left: 2d10ro1 or 2d10rr1, or in"
                    " words: reroll ones once."
                )
            else:
                sentence = gettext(
                    '"{word}" is a word of the dice, and would be no more than a label here. Write it right'
                    ' after the dice, as in "4d6 drop lowest"; or "#" before a label.',
                    word=self.text[at + place : at + place + len(word)],
                )
            self._refuse(sentence, at + place)
        if (letters := IN_LETTERS.search(self.typed, at)) is not None:
            sentence = gettext(
                "Write numbers and signs in figures: 1d20+5, 2d6*2, 2d6//2; 2#2d6 rolls twice."
            )
            self._refuse(sentence, letters.start())
        last = self.tokens[-1]
        if (
            last.type == "OPERATION"
            and self.typed[(last.start_pos or 1) - 1].isspace()
            and _ALONE.fullmatch(last)
        ):
            sentence = gettext(
                '"{sign}" between dice and a label may belong to either: write it without a blank, or "#"'
                " before the label.",
                sign=last,
            )
            self._refuse(sentence, last.start_pos)

    def _explain_foreign(self, at: int, forms: Sequence[tuple[re.Pattern[str], str]] = _FOREIGN) -> None:
        """Refuse the notation of another program that begins at this place, with our way to write it."""
        for form, sentence in forms:
            if form.match(self.typed, at):
                self._refuse(gettext(sentence), at)

    def _sign(self, token: Token) -> str:
        return self.typed[token.start_pos or 0]

    def _never_closed(self) -> NoReturn:
        self._refuse(gettext("This bracket is never closed."), self.brackets[-1].start_pos)

    def _explain(self, fault: UnexpectedInput) -> NoReturn:
        """Raise an error that explains an unexpected token."""
        kind = fault.token.type if isinstance(fault, UnexpectedToken) else ""
        at = len(self.text) if kind == "$END" or fault.pos_in_stream is None else fault.pos_in_stream
        here = self.typed[at : at + 1]
        self._explain_foreign(at)
        if self._wants("NUMBER"):
            self._missing(here, at)
        if not here:
            self._never_closed()
        last = self.tokens[-1]
        if here in ".0123456789" and last.end_pos == at:
            # Refuse a decimal point or more digits directly after dice or a number.
            if last.type == "DICE":
                self._refuse(gettext("A die has a whole number of sides."), at)
            if last.type == "NUMBER":
                self._refuse(gettext("This is not a number."), last.start_pos)
        if kind == "DICE" and last.type == "RPAR" and last.end_pos == at:
            self._refuse(gettext("Write the number of dice in figures, as in 3d6: it is not worked out."), at)
        if kind in ("NUMBER", "DICE", "LPAR", "REPEATS"):
            self._refuse(gettext("A sign is missing here, such as +."), at)
        if here in "kKpPdD" and self._wants("OPERATION"):
            sentence = gettext(
                "Write how many to keep or drop: kh3 keeps the highest 3, pl1 drops the lowest."
            )
            self._refuse(sentence, at)
        if here in "dD" and last.type == "NUMBER" and not self.typed[at + 1 : at + 2].isdigit():
            self._refuse(gettext("The number of sides is missing, as in 2d6."), at)
        self._refuse(gettext("I do not know what this means. /dice help shows what can be written."), at)

    def _missing(self, here: str, at: int) -> NoReturn:
        """Raise an error that dice or a number are missing."""
        last = self.tokens[-1] if self.tokens else None
        if here == ")":
            self._refuse(gettext(_EMPTY if self.brackets else _STRAY), at)
        if last is not None and last == "//" and here.isalpha():
            self._refuse(gettext('Put "#" before a label: // divides and rounds down.'), last.start_pos)
        if last is not None and here == "*" and last.end_pos == at:
            self._explain_foreign(last.start_pos or 0)
        if here not in ("", "#"):
            self._refuse(gettext("Here should be dice, such as 2d6, or a number."), at)
        if last is None or last.type == "REPEATS":
            self._refuse(gettext("Something to roll is missing here."), at)
        self._refuse(gettext('Something is missing after "{sign}".', sign=last), last.start_pos)

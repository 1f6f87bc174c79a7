"""Parses the text of an expression into a tree, or explains why it cannot be read."""

from __future__ import annotations

import re
from string import ascii_lowercase, ascii_uppercase
from typing import Any, NoReturn

from lark import Lark, Token, Tree, UnexpectedInput, UnexpectedToken

from bot.base.language import N_, gettext
from bot.parts.dice.errors import BadExpression
from bot.parts.dice.expression import LENGTH

DEEPEST = 20
"""The deepest nesting of brackets, and of signs before a number."""

_GRAMMAR = Lark.open("notation.lark", rel_to=__file__, parser="lalr")
_AS_TYPED = str.maketrans(f"{ascii_uppercase}×÷−–", f"{ascii_lowercase}*/--")
"""Case does not matter; typographic signs and keyboard signs are equal."""
_NOT_IN_WORDS = re.compile(r"[0-9#+*/()\[\]=<>%,]")
_EMPTY = N_("There is nothing in front of this bracket.")
_STRAY = N_("This bracket closes nothing.")


class Syntax:
    """Parses one expression with the grammar `notation.lark`; each token has its index in the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[Token] = []
        """The tokens read so far, from left to right."""
        self.brackets: list[Token] = []
        """The open brackets."""
        self.signs = 0
        """Signs before the next number or dice, without a binary operator before them."""
        self.parser: Any = _GRAMMAR.parse_interactive(text.translate(_AS_TYPED))

    def parse(self) -> Tree[Token]:
        """Return the tree. Raises `BadExpression`.

        Length, brackets and signs are counted before the parser sees them.
        """
        if len(self.text) > LENGTH:
            sentence = gettext(
                "This has {number} characters; a roll has at most {most}.", number=len(self.text), most=LENGTH
            )
            self._refuse(sentence, LENGTH)
        if not self.text.strip():
            self._refuse(gettext("Write what to roll, such as 4d6kh3+2."), 0)
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

    def _refuse(self, sentence: str, at: int | None) -> NoReturn:
        raise BadExpression(sentence, self.text, at or 0)

    def _check(self, token: Token) -> None:
        """Check limits and brackets for a token, before the parser gets it."""
        match token.type:
            case "LPAR" | "RPAR" | "COMMA":
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
                    sentence = gettext("One ! is enough: a die that explodes may explode again.")
                    self._refuse(sentence, token.start_pos)
            case "DROP":
                sentence = gettext("To drop the lowest die, write pl1; the highest, ph1.")
                self._refuse(sentence, token.start_pos)
            case "LABEL":
                self._check_label(token)

    def _check_bracket(self, token: Token) -> None:
        if token.type == "LPAR":
            self.brackets.append(token)
            if len(self.brackets) > DEEPEST:
                sentence = gettext("There are more than {most} brackets inside each other.", most=DEEPEST)
                self._refuse(sentence, token.start_pos)
        elif not self.brackets:
            comma = gettext("A comma separates the parts in brackets: (1d6,1d8)kh1.")
            self._refuse(comma if token.type == "COMMA" else gettext(_STRAY), token.start_pos)
        elif token.type == "RPAR":
            self.brackets.pop()

    def _check_label(self, label: Token) -> None:
        if not label.startswith("#"):
            odd = _NOT_IN_WORDS.search(self.text, label.start_pos or 0)
            if odd is not None or not label[0].isalpha():
                sentence = gettext('Put "#" before a label with figures or signs in it.')
                self._refuse(sentence, odd.start() if odd is not None else label.start_pos)
        if self.brackets:
            self._never_closed()

    def _never_closed(self) -> NoReturn:
        self._refuse(gettext("This bracket is never closed."), self.brackets[-1].start_pos)

    def _explain(self, fault: UnexpectedInput) -> NoReturn:
        """Raise an error that explains an unexpected token."""
        found = fault.token.type if isinstance(fault, UnexpectedToken) else ""
        at = len(self.text) if found == "$END" or fault.pos_in_stream is None else fault.pos_in_stream
        here = self.text[at : at + 1]
        if self._wants("NUMBER"):
            self._missing(here, at)
        if not here:
            self._never_closed()
        last = self.tokens[-1]
        if here in ".0123456789" and last.end_pos == at:
            self._not_whole(last, at)
        if found in ("NUMBER", "DICE", "LPAR", "REPEATS"):
            self._refuse(gettext("A sign is missing here, such as +."), at)
        if here in "kKpPdD" and self._wants("OPERATION"):
            sentence = gettext(
                "Write how many to keep or drop: kh3 keeps the highest 3, pl1 drops the lowest."
            )
            self._refuse(sentence, at)
        self._refuse(gettext("I do not know what this means. /dice help shows what can be written."), at)

    def _not_whole(self, last: Token, at: int) -> None:
        """Refuse a decimal point or more digits directly after dice or a number."""
        if last.type == "DICE":
            self._refuse(gettext("A die has a whole number of sides."), at)
        if last.type == "NUMBER":
            self._refuse(gettext("This is not a number."), last.start_pos)

    def _missing(self, here: str, at: int) -> NoReturn:
        """Raise an error that dice or a number are missing."""
        if here == ")":
            self._refuse(gettext(_EMPTY if self.brackets else _STRAY), at)
        if here not in ("", "#"):
            self._refuse(gettext("Here should be dice, such as 2d6, or a number."), at)
        last = self.tokens[-1] if self.tokens else None
        if last is None or last.type == "REPEATS":
            self._refuse(gettext("Something to roll is missing here."), at)
        self._refuse(gettext('Something is missing after "{sign}".', sign=last), last.start_pos)

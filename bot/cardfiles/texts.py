"""The texts of a card set, which are drawn on cards and posted in channels: nothing but plain text (E2xx)."""

from __future__ import annotations

import re
import unicodedata

from bot.cardfiles.places import Place
from bot.cardfiles.tokens import named, unseen
from bot.engine.cards.flow import Add
from bot.engine.language import gettext

_MENTION = re.compile(r"@everyone|@here|<(?:[@#:/]|a:|t:|id:)", re.IGNORECASE)
_LINK = re.compile(r"://|\bdiscord\.gg\b|\bwww\.", re.IGNORECASE)
_MARKUP = re.compile(r"[`*\\]|~~|\|\||__|\]\(|(?<!\w)_|_(?!\w)|^(?:#{1,3}|-#|>{1,3}|[-+]|\d+[.)]) ")
_MOST_MARKS = 2
"""Accents on one letter, at most; more of them grow over the lines above and below."""


def check_text(text: str, place: Place, add: Add) -> None:
    """Note what must not stand in a text that people read."""
    hidden = next((each for each in text if unseen(each)), "")
    if hidden == "\n":
        add("E201", place, gettext("it holds a line break: write it as one line of plain text."))
    elif hidden:
        sentence = gettext(
            "it holds {character}: write it as one line of plain text.", character=named(hidden)
        )
        add("E201", place, sentence)
    elif _piled(text):
        add("E201", place, gettext("so many accents stand on one letter that they hide other lines."))
    elif _MENTION.search(text):
        add("E202", place, gettext("it would call people, channels or commands on Discord: leave that out."))
    elif _LINK.search(text):
        add("E203", place, gettext("it holds a link: leave that out."))
    elif found := _MARKUP.search(text):
        mark = found.group().strip().replace("`", gettext("a backtick"))
        sentence = gettext(
            "Discord would read {mark} as markup, and not show it: write it otherwise.", mark=mark
        )
        add("E203", place, sentence)
    elif text != " ".join(text.split(" ")).strip() or "  " in text:
        add("E204", place, gettext("a space too many stands at its beginning, at its end or within it."))


def _piled(text: str) -> bool:
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks > _MOST_MARKS:
            return True
    return False

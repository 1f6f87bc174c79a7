"""The texts of a card set, which are drawn on cards and posted in channels: nothing but plain text (E2xx)."""

from __future__ import annotations

import re
import unicodedata

from bot.cardfiles.collecting import Add
from bot.cardfiles.places import Place
from bot.cardfiles.tokens import named, unseen

_MENTION = re.compile(r"@everyone|@here|<(?:[@#:/]|a:|t:|id:)", re.IGNORECASE)
_LINK = re.compile(r"://|\bdiscord\.gg\b|\bwww\.", re.IGNORECASE)
_MARKUP = re.compile(r"[`*\\]|~~|\|\||__|\]\(|(?<!\w)_|_(?!\w)|^(?:#{1,3}|-#|>{1,3}|[-+]|\d+[.)]) ")
_MOST_MARKS = 2
"""Accents on one letter, at most; more of them grow over the lines above and below."""


def check_text(text: str, place: Place, add: Add) -> None:
    """Note what must not stand in a text that people read."""
    hidden = next((each for each in text if unseen(each)), "")
    if hidden:
        what = "a line break" if hidden == "\n" else named(hidden)
        add("E201", place, f"it holds {what}: write it as one line of plain text.")
    elif _piled(text):
        add("E201", place, "so many accents stand on one letter that they hide other lines.")
    elif _MENTION.search(text):
        add("E202", place, "it would call people, channels or commands on Discord: leave that out.")
    elif _LINK.search(text):
        add("E203", place, "it holds a link: leave that out.")
    elif found := _MARKUP.search(text):
        mark = found.group().strip().replace("`", "a backtick")
        add("E203", place, f"Discord would read {mark} as markup, and not show it: write it otherwise.")
    elif text != " ".join(text.split(" ")).strip() or "  " in text:
        add("E204", place, "a space too many stands at its beginning, at its end or within it.")


def _piled(text: str) -> bool:
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks > _MOST_MARKS:
            return True
    return False

"""Reasons for a computer player's action as sentences: for `/match hint`, `/match past review` and `why`.

The file `reasons.py` of each game uses only its view and the action: with the public's view it reveals
nothing of any hand. One function makes both hints and answers to why.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.base.language import gettext


def plain_reason(sentences: Mapping[type[Any], str], action: Any) -> str:
    """Return the fixed reason for an action's type in the current language; "" for none."""
    sentence = sentences.get(type(action))
    return "" if sentence is None else gettext(sentence)

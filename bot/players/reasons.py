"""Why a computer player does something, in a sentence: for `/match hint`, `/match past review` and who asks.

The file `reasons.py` of each game knows what may be known of the board and of the action alone: given the
public's view it reveals nothing of any hand. A hint and an answer to why are made by the same function.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.language import gettext


def plain_reason(sentences: Mapping[type[Any], str], action: Any) -> str:
    """Return what is always said of an action's type, in the current language; "" for nothing to say."""
    sentence = sentences.get(type(action))
    return "" if sentence is None else gettext(sentence)

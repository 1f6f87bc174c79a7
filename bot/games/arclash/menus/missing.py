"""The cards of the hand that a phase's screens do not offer, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.engine.contract import Action
from bot.engine.markdown import safe
from bot.engine.wording import Missing
from bot.games.arclash.cards.cards import Character
from bot.games.arclash.rules.actions import Advance, Pass, Play, Renew, Stand, Stay
from bot.games.arclash.rules.view import Shown
from bot.games.arclash.wording.names import Talk, once_each


def missing(talk: Talk, legal: Sequence[Any], path: tuple[str, ...]) -> Sequence[Missing]:
    """Return the cards of the hand that the first screen of a phase does not offer.

    Of cards of the wrong kind (Supports in the Advance phase, Characters in a battle) only one is explained.
    """
    make = next((each for free, each in _WISHES.items() if free in legal), None)
    if path or make is None:
        return ()
    offered = {action.card for action in legal if type(action) is make}
    able = {shown.number for shown in talk.view.hand if shown.card in offered}
    others = [shown for shown in once_each(talk.view.hand) if shown.number not in able]
    fitting = [shown for shown in others if _is_character(talk, shown) is (make is not Play)]
    other = [shown for shown in others if shown not in fitting][:1]
    return [Missing(safe(talk.lexicon.plain(shown.number)), make(shown.card)) for shown in (*fitting, *other)]


def _is_character(talk: Talk, shown: Shown) -> bool:
    return isinstance(talk.lexicon.face(shown.number), Character)


_WISHES: Mapping[Any, Callable[[int], Action]] = {Stand(): Advance, Pass(): Play, Stay(): Renew}
"""The action with a card that replaces an action without one."""

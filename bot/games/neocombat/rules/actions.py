"""What a player of Neo-Combat can do. The docstring of an action is its command's description.

Keep belongs to the draft; Move, Pass and Stop to the movement; Play, Defend and Pass to the combat; Dress,
Cloak, Shuffle, Discard and Ready to Repair, where they are secret until all are ready.

Tokens have the numbers seat * team + place, cards the number of their kind in the deck's list, sectors their
number, the Centre 0.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from bot.engine.contract import Action, Resign
from bot.engine.facts import union_of

_YOUR_CARD = "A card of your hand"
_YOUR_TOKEN = "A varan of yours, such as 1.2"

CENTRE = 0
NEW = -1
"""The destination that is a sector of its own, not there yet."""
NONE = -1
"""Where no token is named."""


class Keep(Action, frozen=True, tag="keep"):
    """Keep one of the varans you were dealt for your team."""

    varan: Annotated[int, Meta(description="A varan that you were dealt, such as B6")]


class Move(Action, frozen=True, tag="move"):
    """Move a varan to another sector, to the Centre, or to a new sector."""

    token: Annotated[int, Meta(description=_YOUR_TOKEN)]
    to: Annotated[int, Meta(description="A sector's number, the Centre, or a new sector")]


class Stop(Action, frozen=True, tag="stop"):
    """Make no more moves this turn; all players see it."""


class Play(Action, frozen=True, tag="play"):
    """Play an action card: a sensor, a shot, a strike or a special."""

    card: Annotated[int, Meta(description=_YOUR_CARD)]
    target: Annotated[int, Meta(description="The target, such as 2.3")] = NONE
    user: Annotated[int, Meta(description="Your varan that shoots, strikes or spots")] = NONE
    way: Annotated[int, Meta(ge=0, description="Which use of the card, if it has two")] = 0
    claim: Annotated[bool, Meta(description="Claim the extra card")] = False
    again: Annotated[bool, Meta(description="Announce a second attack")] = False


class Defend(Action, frozen=True, tag="defend"):
    """Answer an attack or a sensor with a card."""

    card: Annotated[int, Meta(description=_YOUR_CARD)]
    claim: Annotated[bool, Meta(description="Claim the extra card")] = False


class Pass(Action, frozen=True, tag="pass"):
    """Pass: end the step, play no card, give no answer, make no second attack."""


class Dress(Action, frozen=True, tag="dress"):
    """Repair: use a card on a damaged varan of yours."""

    card: Annotated[int, Meta(description=_YOUR_CARD)]
    token: Annotated[int, Meta(description=_YOUR_TOKEN)]


class Cloak(Action, frozen=True, tag="cloak"):
    """Repair: cloak a revealed varan again."""

    token: Annotated[int, Meta(description=_YOUR_TOKEN)]


class Shuffle(Action, frozen=True, tag="shuffle"):
    """Repair: shuffle this cloaked varan with others of yours in its sector."""

    token: Annotated[int, Meta(description=_YOUR_TOKEN)]


class Discard(Action, frozen=True, tag="discard"):
    """Repair: discard a card."""

    card: Annotated[int, Meta(description=_YOUR_CARD)]


class Ready(Action, frozen=True, tag="ready"):
    """Repair: confirm your choices."""


class ByLot(Action, frozen=True, tag="by-lot"):
    """Draft: take a random team. Repair: do nothing; cards over the limit are discarded at random."""


NeoAction = union_of(globals(), Resign)

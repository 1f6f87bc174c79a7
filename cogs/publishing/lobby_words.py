"""What persons are told of a lobby by DM: that it is full, that it will be closed, that it was."""

from __future__ import annotations

from bot.engine.language import gettext, speaking
from bot.matches.model import Delivery, MatchInfo, Stage
from bot.matches.outbox import TryLater
from bot.matches.waiting import Waiting, closes
from bot.people.notices import undisturbed
from bot.registry import Game
from cogs.kit.client import Client
from cogs.kit.clock_words import stamp
from cogs.kit.controls import PRIMARY, ComponentId, Control, button
from cogs.kit.layout import OutgoingMessage, message_of, rows, text
from cogs.kit.mailbox import Mailbox
from cogs.kit.match_lists import newest_link


class LobbyWords:
    """Tells persons of lobbies. What is told follows from how the lobby stands when it is told."""

    def __init__(self, bot: Client, mailbox: Mailbox) -> None:
        self.bot = bot
        self.mailbox = mailbox

    async def deliver(self, delivery: Delivery) -> bool:
        """Tell a person, outside of their quiet hours; the delivery is not forgotten by it. Raises `TryLater`
        or `Undeliverable`."""
        info, user, now = await self.bot.service.info(delivery.match), delivery.user, self.bot.clock()
        link = await newest_link(self.bot, info)
        with speaking(await self.bot.languages.of_user(user)):
            page = compose_word(self.bot.game_of(info), info, user, link)
        if page is None:
            return False
        telling = undisturbed(await self.bot.people.preferences(user), now)
        if telling.at is not None:
            raise TryLater("a person is not to be disturbed", telling.at - now)
        await self.mailbox.write(user, page, delivery.key, doubtful=delivery.doubtful)
        return False


def compose_word(game: Game, info: MatchInfo, user: int, place: str) -> OutgoingMessage | None:
    """Return what somebody is to be told of a lobby now; None for nothing."""
    waiting = info.match_terms.waiting
    if info.seat_of(user) is None or not isinstance(waiting, Waiting):
        return None
    head, match = gettext("### {game} in {place}", game=game.title, place=place), info.id
    controls: list[Control] = []
    if info.stage is Stage.ABANDONED:
        told = gettext("This lobby is closed: for 7 days nobody has joined it.")
        controls = [button(gettext("Ask who is interested"), ComponentId("find", path=(info.game, "")))]
    elif info.complete and user == info.host:
        told = gettext("All seats are taken. Press **Start** when you want to begin.")
        controls = [button(gettext("Start"), ComponentId("start", match), PRIMARY)]
    elif waiting.reminded is not None:
        told = gettext(
            "Nobody has joined this lobby for a while. If nobody does, it is closed {distance}.",
            distance=stamp(closes(waiting), "R"),
        )
        controls = [button(gettext("Leave"), ComponentId("leave", match))]
    else:
        return None
    return message_of(text(f"{head}\n{told}"), *rows(controls))

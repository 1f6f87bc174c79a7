"""The last DM of a match: the outcome for a player, or that their time was up while it goes on."""

from __future__ import annotations

from msgspec.structs import replace

from bot.base.language import gettext, speaking
from bot.games.game import Game
from bot.matches.deliveries import Delivery
from bot.matches.errors import OtherRules, WrongStage
from bot.matches.model import MatchInfo, MatchView
from bot.people.ports import Due
from cogs.kit.client import Client
from cogs.kit.hooks import NO_HOOKS, Hooks
from cogs.kit.layout import OutgoingMessage, message_of, picture_of, rows, text
from cogs.kit.mailbox import Mailbox
from cogs.kit.sentences import Line, in_short, link_to, outcome_in_words, own_words, weighed_lines
from cogs.publishing.boards import out_of_time
from cogs.publishing.match_posts import lesson_over, next_after_lesson, result_controls
from renderers.contract import Picture


class Endings:
    """Tells each player, by their settings, how their match ended."""

    def __init__(self, bot: Client, mailbox: Mailbox) -> None:
        self.bot = bot
        self.service, self.people = bot.service, bot.people
        self.mailbox = mailbox

    async def deliver(self, delivery: Delivery) -> bool:
        """Tell a player that the match is over for them, or hold it; the delivery is not deleted by it.

        Raises `TryLater` or `Undeliverable`.
        """
        info = await self.service.info(delivery.match)
        if info.guild is None:
            return False  # the result is posted in the same DM
        telling, _ = await self.people.about_end(delivery.user, info.id)
        by_clock = await lost_by_time(self.bot, info, info.seat_of(delivery.user))
        if telling.how == "now" or (by_clock and telling.how == "never"):
            await self._tell(info, delivery.user, delivery.key, doubtful=delivery.doubtful)
        else:
            await self.people.hold_end(delivery.user, info.id, delivery.version, telling)
        return False

    async def tell_late(self, row: Due, info: MatchInfo, *, doubtful: bool) -> None:
        """Send a held notice to a player. Raises `TryLater` or `Undeliverable`."""
        await self._tell(
            info, row.user, f"{row.match}.{row.version}.o{info.seat_of(row.user)}", doubtful=doubtful
        )

    async def _tell(self, info: MatchInfo, user: int, key: str, *, doubtful: bool) -> None:
        turn = await self.service.store.post(info.id, "turn", user)
        with speaking(await self.bot.languages.of_user(user)):
            page = await self._page(info, user)
        channel = turn.channel if turn is not None else 0
        message = await self.mailbox.write(user, page, key, channel=channel, doubtful=doubtful)
        if message is None:
            return  # the post in the channel calls them
        post = self.mailbox.as_post(info, "over", message, user=user)
        await self.mailbox.note(post, *([turn] if turn else []))

    async def _page(self, info: MatchInfo, user: int) -> OutgoingMessage:
        game, seat = self.bot.game_of(info), info.seat_of(user)
        link = link_to(self.bot, info)
        if not info.stage.ended:
            return compose_out_of_time(game, link)
        late = await lost_by_time(self.bot, info, seat)
        rated = await result_lines(self.bot, info)
        try:
            match_view = await self.service.match_view(info.id, user)
        except (OtherRules, WrongStage):
            return compose_ending(game, info, seat, link, rated=rated, late=late, hooks=self.bot.hooks)
        player = user if match_view.seat is not None else 0
        history = await self.service.history.since_last_action(match_view.match.id, player)
        lines = weighed_lines(game, [line.fact for line in history], match_view)
        picture = await self.bot.draw(as_it_ended(match_view))
        return compose_ending(
            game,
            info,
            seat,
            link,
            match_view,
            rated=rated,
            late=late,
            lines=lines,
            picture=picture,
            hooks=self.bot.hooks,
        )


def as_it_ended(match_view: MatchView) -> MatchView:
    """Return the view of an ended match; after an agreed draw the rules do not know that it is over."""
    outcome = match_view.match.outcome
    if match_view.view.outcome is not None or outcome is None:
        return match_view
    return replace(match_view, view=replace(match_view.view, outcome=outcome))


async def result_lines(bot: Client, info: MatchInfo) -> str:
    """Return what the parts tell under the result of a match, such as its ratings."""
    return "\n".join([line for lines in bot.hooks.result_lines if (line := await lines(info))])


async def lost_by_time(bot: Client, info: MatchInfo, seat: int | None) -> bool:
    """Whether a seat resigned because its time was up."""
    return seat in info.match_terms.resigned and seat in await out_of_time(bot, info)


def compose_out_of_time(game: Game, place: str) -> OutgoingMessage:
    """Return the message to a player who resigned because their time was up, while the others play on."""
    head = gettext("### {game} in {place}", game=game.title, place=place)
    return message_of(
        text(f"{head}\n{gettext('Your time was up, so you have resigned. The others play on.')}")
    )


def compose_ending(
    game: Game,
    info: MatchInfo,
    seat: int | None,
    place: str,
    match_view: MatchView | None = None,
    *,
    rated: str = "",
    late: bool = False,
    lines: list[Line] | None = None,
    picture: Picture | None = None,
    hooks: Hooks = NO_HOOKS,
) -> OutgoingMessage:
    """Return the outcome of a match for a seat, with the buttons of its result."""
    told = in_short(lines or [], own_words(info, seat))
    words = [
        outcome_in_words(game, info, seat, match_view),
        gettext("Your time was up, so you have resigned.") if late else "",
    ]
    going_on = next_after_lesson(game, info, in_dm=True)
    if len(going_on) < len(next_after_lesson(game, info)):
        words.append(gettext("You played it in {place}: there, *Next* opens a real match.", place=place))
    else:
        words.append(gettext("You played it in {place}.", place=place))
    return message_of(
        text("\n".join(word for word in words if word)),
        picture_of(picture),
        text(lesson_over(game, info)),
        text(rated),
        text(told),
        *rows(going_on),
        *rows(result_controls(info, "end", more=False, hooks=hooks)),
    )

"""Proposals on Discord: the question, its effect, who has agreed, and the buttons to answer.

One post in the channel, and one DM to each player who has to agree; both are edited after each answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.base.language import NN_, Language, gettext, messages, numbered, speaking
from bot.engine.sentences import cut
from bot.games.game import Game
from bot.matches.deliveries import Delivery, Post
from bot.matches.model import MatchInfo, Proposal
from cogs.kit.client import Client
from cogs.kit.clock_words import clock_line
from cogs.kit.controls import DANGER, SUCCESS, ComponentId, Control, button
from cogs.kit.layout import OutgoingMessage, fit, message_of, rows, safe, text
from cogs.kit.mailbox import Mailbox
from cogs.kit.sentences import bounded, describe_facts, link_to, safe_names

FIRST_LINES, FIRST_TEXT = 4, 200
"""The most lines about what would be taken back, and the most characters of each; a button shows all."""
MOST_LINES, ALL_TEXT = 50, 3500
"""The most lines, and characters in all, of the full list behind that button."""


class Proposals:
    """Publishes proposals in their present state."""

    def __init__(self, bot: Client, mailbox: Mailbox) -> None:
        self.bot = bot
        self.service = bot.service
        self.mailbox = mailbox

    async def publish(self, delivery: Delivery, info: MatchInfo) -> bool:
        """Post or edit a proposal in the channel or a DM; the delivery is not deleted by it.

        Raises `TryLater` or `Undeliverable`.
        """
        await self._show(delivery, info)
        return False

    async def _show(self, delivery: Delivery, info: MatchInfo) -> None:
        now, settled = info.match_terms.proposal, info.match_terms.settled
        post = await self.service.store.post(info.id, "proposal", delivery.user)
        # it is shown in the channel (0), and to those who have to answer it
        shown_to = (0, now.offered_to, *[info.seats[seat].user for seat in now.needed]) if now else ()
        if now is None or delivery.user not in shown_to:
            await self._present(delivery, info, settled, post)
            return
        if post is not None and settled is not None and post.version == settled.number:
            with speaking(await self._language(info, delivery.user)):
                page = await self._page(info, settled, in_dm=bool(delivery.user))
            await self.mailbox.edit(post.channel, post.message, page)
        await self._present(delivery, info, now, post)

    async def _present(
        self, delivery: Delivery, info: MatchInfo, proposal: Proposal | None, post: Post | None
    ) -> None:
        """Show an open proposal, or the result of one that was shown."""
        if proposal is None:
            return
        here = post is not None and (delivery.user or post.channel == info.channel)  # else it was moved
        shown = post is not None and here and post.version == proposal.number
        if proposal.result != "open" and not shown and not delivery.doubtful:
            if post is not None:  # of an older one; this one was settled before it could be posted
                await self.mailbox.note(replace(post, message=0))
            return
        with speaking(await self._language(info, delivery.user)):
            page = await self._page(info, proposal, in_dm=bool(delivery.user))
        if (
            post is not None
            and shown
            and not delivery.doubtful
            and await self.mailbox.edit(post.channel, post.message, page)
        ):
            return
        if proposal.result == "open" or delivery.doubtful:
            await self._post(delivery, info, proposal, page)

    async def _language(self, info: MatchInfo, user: int) -> Language:
        """Return the language of a player's DM, or of the match's channel (`user` 0)."""
        languages = self.bot.languages
        return await languages.of_user(user) if user else await languages.of_match(info)

    async def _page(self, info: MatchInfo, proposal: Proposal, *, in_dm: bool) -> OutgoingMessage:
        game, lines, back = self.bot.game_of(info), list[str](), ""
        if proposal.result == "open" and proposal.kind == "undo":
            lines = await at_stake(self.bot, info, proposal.number)
            before = await self.service.proposals.view_before(info.id)
            back = game.wording.moment(before) if before is not None else ""
        where = link_to(self.bot, info) if in_dm else ""
        return compose_proposal(game, info, proposal, lines, back_to=back, where=where)

    async def _post(
        self, delivery: Delivery, info: MatchInfo, proposal: Proposal, page: OutgoingMessage
    ) -> None:
        if delivery.user:
            message = await self.mailbox.write(delivery.user, page, delivery.key, doubtful=delivery.doubtful)
            if message is None:
                return  # the post in the channel asks for the answer too
        else:
            message = await self.mailbox.post(info, page, delivery.key, doubtful=delivery.doubtful)
        post = self.mailbox.as_post(info, "proposal", message, user=delivery.user)
        await self.mailbox.note(replace(post, version=proposal.number))


async def at_stake(bot: Client, info: MatchInfo, number: int) -> list[str]:
    """Return the sentences of the actions that the proposal of this number would undo; none once it is
    settled.
    """
    proposed, facts = await bot.service.proposals.at_stake(info.id)
    if proposed != number:
        return []
    return describe_facts(bot.game_of(info), facts, await bot.service.match_view(info.id, None))


def compose_at_stake(game: Game, lines: Sequence[str]) -> OutgoingMessage:
    """Return all that would be taken back, or that the proposal is settled."""
    if not lines:
        return message_of(text(gettext("This is settled: nothing can be undone any more.")))
    told = bounded(lines, MOST_LINES, ALL_TEXT)
    return message_of(text(f"### {game.title}\n**{gettext('To be taken back')}**\n{told}"))


def compose_proposal(
    game: Game,
    info: MatchInfo,
    proposal: Proposal,
    at_stake: Sequence[str] = (),
    *,
    back_to: str = "",
    where: str = "",
) -> OutgoingMessage:
    """Return the post of a proposal, or what replaces it once the proposal is settled.

    `at_stake` are the sentences of what would be taken back, `back_to` is the turn to return to; `where` is
    the link to the match, for a DM.
    """
    names, open_still = safe_names(info), proposal.result == "open"
    title = headed(game, where)
    at_stake = at_stake if open_still else ()
    if open_still:
        agreed = ", ".join(names[seat] for seat in proposal.agreed)
        waits = ", ".join(names[seat] for seat in proposal.open_to)
        parts = [gettext("Agreed: {players}.", players=agreed)] if agreed else []
        parts += [gettext("Has to agree: {players}.", players=waits)] if waits else []
        stands = " ".join(parts)
    else:
        stands = f"**{_ending(info, proposal, names)}**"
    controls = _controls(info, proposal, in_dm=bool(where)) if open_still else []
    if cut(at_stake, FIRST_LINES)[1]:
        press = ComponentId("stake", info.id, path=(str(proposal.number),))
        controls.append(button(gettext("The undone actions"), press))
    return message_of(
        text(f"{title}\n{question(proposal, names, back_to if open_still else '')}"),
        text(clock_line(info) if proposal.kind == "seat" and open_still else ""),
        text(_first(at_stake)),
        text(stands),
        text("" if where or not open_still else _calls(info, proposal)),
        *rows(controls),
        pings=[] if where or not open_still else _unreachable(info, proposal),
    )


def headed(game: Game, where: str) -> str:
    """Return the head of a message about a match; `where` is the link to it, for a DM."""
    if not where:
        return f"### {game.title}"
    return gettext("### {game} in {channel}", game=game.title, channel=where)


def became(info: MatchInfo, proposal: Proposal) -> str:
    """Return the result of a proposal, for the player who made it."""
    names = safe_names(info)
    return f"{question(proposal, names, viewer=proposal.by)}\n**{_ending(info, proposal, names)}**"


def _first(at_stake: Sequence[str]) -> str:
    """Return the first lines of what would be taken back, and the number of others."""
    if not at_stake:
        return ""
    shown, more = cut(at_stake, FIRST_LINES)
    rest = [gettext("-# … and {number} more", number=more)] if more else []
    return "\n".join(
        [f"**{gettext('To be taken back')}**", *[fit(line, FIRST_TEXT) for line in shown], *rest]
    )


def question(proposal: Proposal, names: Sequence[str], back_to: str = "", viewer: int | None = None) -> str:
    """Return the question of a proposal, also for the player who made it (`viewer`).

    `names` are safe to print.
    """
    if proposal.kind == "seat":
        return _offer_of_seat(proposal, names)
    who, own = names[proposal.by], viewer == proposal.by
    if proposal.kind != "undo":
        return gettext((_OWN_QUESTIONS if own else _QUESTIONS)[proposal.kind], player=who)
    asked = numbered(_OWN_UNDO if own else _UNDO, proposal.count, player=who)
    back = gettext("Back to: **{turn}**.", turn=back_to) if back_to else ""
    void = gettext("-# Its dice and shuffles are void and stay in the proof.")
    return f"{asked} {back}".rstrip() + f"\n{void}"


_QUESTIONS = messages("posts", "questions", dict[str, str])
_OWN_QUESTIONS = messages("posts", "own-questions", dict[str, str])
_UNDO = NN_(
    "{player} asks to take back {number} action.", "{player} asks to take back the last {number} actions."
)
_OWN_UNDO = NN_("You ask to take back {number} action.", "You ask to take back the last {number} actions.")


def _offer_of_seat(proposal: Proposal, names: Sequence[str]) -> str:
    who = names[proposal.seat]
    if proposal.needed:
        return _wish_for_seat(proposal, names)
    if not proposal.user:
        return gettext("Seat {seat} was offered to another player.", seat=proposal.seat + 1)
    return gettext(
        "The seat of {player} is offered to {other}, who would play on from here. The match"
        " is then no longer rated.",
        player=who,
        other=f"<@{proposal.user}>",
    )


def _wish_for_seat(proposal: Proposal, names: Sequence[str]) -> str:
    """Return the question to the players who have to agree before a seat is offered."""
    asker, holder = names[proposal.by], names[proposal.seat]
    if not proposal.user:
        return gettext("{player} has asked to give the seat of {holder} away.", player=asker, holder=holder)
    asked = gettext(
        "{player} asks to give the seat of {holder} to {other}, who would play on from "
        "here. The match is then no longer rated.",
        player=asker,
        holder=holder,
        other=f"<@{proposal.user}>",
    )
    if proposal.needed != (proposal.seat,):
        return asked
    return f"{asked}\n" + gettext(
        "-# {holder} can keep it by playing on. After two reminders without an answer the others decide.",
        holder=holder,
    )


def _ending(info: MatchInfo, proposal: Proposal, names: Sequence[str]) -> str:
    offer = proposal.kind == "seat" and not proposal.needed
    if proposal.result == "agreed":
        return gettext("The seat is taken.") if offer else gettext("All have agreed.")
    if proposal.result == "replaced":
        newer = info.match_terms.proposal
        if newer is None:
            return gettext("This has expired: something else was proposed.")
        if newer.by < 0:
            return gettext("This has expired: a moderator now offers a seat to another person.")
        return gettext(_INSTEAD[newer.kind], player=names[newer.by])
    if offer and proposal.result in ("refused", "withdrawn"):
        refused = proposal.result == "refused"
        return gettext("The seat was not taken.") if refused else gettext("The offer was taken back.")
    if proposal.result == "refused" and proposal.refused_by >= 0:
        return gettext("{player} does not agree.", player=names[proposal.refused_by])
    if proposal.result == "withdrawn" and proposal.by >= 0:
        return gettext("{player} has taken this back.", player=names[proposal.by])
    if info.stage.ended:
        return gettext("The match has ended without it.")
    return gettext("The match went on without it.")


_INSTEAD = messages("posts", "instead", dict[str, str])


def _controls(info: MatchInfo, proposal: Proposal, *, in_dm: bool) -> list[Control]:
    path = (str(proposal.number),)
    if proposal.offered_to:
        take = button(gettext("Take the seat"), ComponentId("takeseat", info.id, path=path), SUCCESS)
        return [take, button(gettext("No"), ComponentId("noseat", info.id, path=path))]
    controls = [
        button(gettext("Agree"), ComponentId("agree", info.id, path=path), SUCCESS),
        button(gettext("Refuse"), ComponentId("refuse", info.id, path=path), DANGER),
    ]
    if not in_dm:
        controls.append(button(gettext("Take back"), ComponentId("unask", info.id, path=path)))
    return controls


def _unreachable(info: MatchInfo, proposal: Proposal) -> list[int]:
    """Return the users to mention in the channel: those with closed DMs who have to answer.

    The user to whom a seat is offered is always among them. In an anonymous match there are none.
    """
    if info.anonymous:
        return []
    if proposal.offered_to:
        return [proposal.offered_to]
    holders = [info.seats[seat] for seat in proposal.open_to]
    return [holder.user for holder in holders if holder.user and holder.dm_closed]


def _calls(info: MatchInfo, proposal: Proposal) -> str:
    lines = []
    for user in _unreachable(info, proposal):
        seat = info.seat_of(user)
        if seat is None:
            continue  # is asked for a seat, and named in the question
        who = fit(safe(info.names[seat]), 80)
        lines.append(
            gettext("{mention}: {player}'s DMs are closed: answer here.", mention=f"<@{user}>", player=who)
        )
    return "\n".join(lines)

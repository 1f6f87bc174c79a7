"""Simulated players: they type commands or press the controls of panels, and read what they see."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any, TypeAlias

import discord
from simcord import InteractionResult, MemberActor, ResponseMessage
from simcord.components import walk_components

from bot.matches.model import MatchView, Stage
from cogs.kit.controls import ComponentId
from tests.cogs.club import Club

TURNS_AT_MOST = 600

EVENTFUL = {"n": 16, "c": 16, "a": 12, "r": 6, "p": 4}
"""Weights of an eventful player of Crossfire by the first letter of a key.

The letters mean answers, contests, attacks, rebuilding, piles.
"""

Offer: TypeAlias = tuple[str, str | None]
"""A choice on a panel: a button's custom_id, or a menu's with one of its values."""
ChooseAction: TypeAlias = Callable[[Sequence[Any], random.Random], Any]
ChooseOffer: TypeAlias = Callable[[Any, random.Random], Offer]
Until: TypeAlias = Callable[[MatchView], bool]
"""Whether to stop playing now."""


def words_of(message: Any) -> str:
    """Return all text of a message as a person reads it."""
    texts = [part["content"] for part in walk_components(components_of(message)) if part.get("type") == 10]
    shown = "\n".join([message.content or "", *texts]).strip()
    return re.sub(r"\\([^\w\s])", r"\1", shown).replace("\ufe0e", "")


def said(result: InteractionResult) -> str:
    """Return the bot's private answer."""
    heard = [each for each in (result.response, *result.followups) if each is not None]
    assert heard, "the bot did not answer"
    assert all(each.ephemeral for each in heard if each is not None)
    return "\n".join(words_of(each) for each in heard)


def controls_of(message: Any) -> list[dict[str, Any]]:
    """Return the buttons and menus of a message that can be used."""
    components = components_of(message)
    return [
        part for part in walk_components(components) if part.get("custom_id") and not part.get("disabled")
    ]


def control(message: Any, label: str) -> str:
    """Return the custom_id of the button with this label."""
    found = [part["custom_id"] for part in controls_of(message) if _label_of(part) == label]
    assert len(found) == 1, f"{len(found)} buttons are called {label!r}"
    return str(found[0])


async def click(member: Any, message: Any, label: str) -> Any:
    """Press the button with this label; return the result."""
    return await member.click(message, custom_id=control(message, label))


def labels_of(message: Any) -> list[str]:
    """Return the labels of the buttons of a message."""
    return [_label_of(part) for part in controls_of(message) if part.get("label")]


def _label_of(part: dict[str, Any]) -> str:
    """Return a button's label as a person reads it, without variation selectors."""
    return (part.get("label") or "").replace("\ufe0e", "")


def pictures_of(message: Any) -> list[dict[str, Any]]:
    """Return the pictures of a message."""
    components = components_of(message)
    return [item for part in walk_components(components) if part.get("type") == 12 for item in part["items"]]


def components_of(message: Any) -> list[dict[str, Any]]:
    """Return the components of a message payload."""
    if isinstance(message, ResponseMessage):
        return list(message.components)
    return [component.to_dict() for component in message.components]


def moves_offered(message: Any) -> list[Offer]:
    """Return all choices of a panel that are game actions: buttons, or options of menus."""
    return list(_offers(message))


def _offers(message: Any) -> Iterator[Offer]:
    for part in controls_of(message):
        verb = ComponentId.decode(part["custom_id"]).verb
        if verb not in ("pick", "sure"):
            continue
        for option in part.get("options") or [None]:
            yield part["custom_id"], option["value"] if option else None


async def press(member: Any, message: Any, offer: Offer) -> InteractionResult:
    """Press a button, or choose an option of a menu."""
    custom_id, value = offer
    if value is None:
        return await member.click(message, custom_id=custom_id)
    return await member.select(message, [value], custom_id=custom_id)


async def press_end_turn(member: Any, message: Any) -> InteractionResult:
    """Press End turn, and confirm it if asked, in English or German."""
    end = next(label for label in labels_of(message) if label in ("End turn", "Zug beenden"))
    result = await member.click(message, custom_id=control(message, end))
    channel = member.dm_channel if hasattr(member, "dm_channel") else None
    asked = next((each for each in channel.history() if each.id == message.id), None) if channel else message
    yes = [label for label in labels_of(asked) if label.endswith(f": {end}")] if asked else []
    return await member.click(asked, custom_id=control(asked, yes[0])) if yes else result


def any_action(legal: Sequence[Any], rng: random.Random) -> Any:
    """Choose among all legal actions."""
    return rng.choice(legal)


def any_offer(panel: Any, rng: random.Random) -> Offer:
    """Choose among the offers; a button is as likely as a whole menu, so that turns end."""
    offers = moves_offered(panel)
    assert offers, f"nothing is offered: {words_of(panel)}"
    custom_id = rng.choice(list(dict.fromkeys(custom_id for custom_id, _ in offers)))
    return rng.choice([offer for offer in offers if offer[0] == custom_id])


def an_eventful_offer(panel: Any, rng: random.Random) -> Offer:
    """Choose among the offers of a Crossfire panel, contests first and discards last."""
    offers = moves_offered(panel)
    assert offers, f"nothing is offered: {words_of(panel)}"
    return rng.choices(offers, [_weight_of(_key(offer).rpartition("-")[2]) for offer in offers])[0]


def _weight_of(key: str) -> float:
    return 0.2 if key == "discard" else EVENTFUL.get(key[:1], 2)


def _key(offer: Offer) -> str:
    """Return the key of a choice in the game's menu."""
    custom_id, value = offer
    return value or ComponentId.decode(custom_id).path[-1]


def never(_look: MatchView) -> bool:
    """Play to the end."""
    return False


def contested(match_view: MatchView) -> bool:
    """Whether a pile of Crossfire is contested."""
    return any(pile is not None and pile.contested for pile in match_view.view.board)


async def type_an_action(
    club: Club, member: MemberActor, rng: random.Random, choose: ChooseAction = any_action
) -> str:
    """Type one legal action as a command, word by word from the autocomplete choices."""
    match_view = await club.match_view(member)
    tag, words = formatted(club, match_view, choose(match_view.legal, rng))
    command = f"{match_view.match.game} {tag}"
    typed: dict[str, str] = {}
    for name, word in words.items():
        typed[name] = await _offered(club, member, command, name, word, typed)
    return said(await member.slash(club.channel, command, **typed))


def formatted(club: Club, match_view: MatchView, action: Any) -> tuple[str, dict[str, str]]:
    """Return the subcommand of an action and its options as typed."""
    words = club.bot.games[match_view.match.game].wording.format(match_view.view, action)
    return action.__struct_config__.tag, {name: word for name, word in words.items() if word}


async def _offered(
    club: Club, member: MemberActor, command: str, name: str, word: str, typed: dict[str, str]
) -> str:
    """Return the autocomplete choice for the full word, or the fixed choice."""
    try:
        offers = await member.autocomplete(club.channel, command, name, word, **typed)
    except Exception as refused:
        if "does not enable autocomplete" not in str(refused):
            raise
        return word.lower()
    assert word in [offer["value"] for offer in offers], f"{command} {name}: {word} is not among {offers}"
    return word


async def turns(
    club: Club, rng: random.Random, restart_every: int = 0, until: Until = never
) -> AsyncIterator[MemberActor]:
    """Yield the member to act in the channel's match, until it ends or is to be stopped."""
    for turn in range(TURNS_AT_MOST):
        match_view = await club.match_view(None)
        if match_view.match.stage.ended or until(match_view):
            return
        if restart_every and turn % restart_every == restart_every - 1:
            await club.restart()
        yield club.members(match_view.match)[rng.choice(sorted(match_view.awaited))]
    raise AssertionError("the match does not end")


async def play_by_commands(
    club: Club,
    rng: random.Random,
    *,
    restart_every: int = 0,
    choose: ChooseAction = any_action,
    until: Until = never,
) -> int:
    """Play the match of the channel to its end only by commands; return the number of actions."""
    count = 0
    async for member in turns(club, rng, restart_every, until):
        await type_an_action(club, member, rng, choose)
        count += 1
    return count


async def play_by_dm(
    club: Club,
    rng: random.Random,
    *,
    restart_every: int = 0,
    choose: ChooseOffer = any_offer,
    until: Until = never,
) -> int:
    """Play the match of the channel to its end by the panels in the DMs; return the number of presses."""
    count = 0
    async for member in turns(club, rng, restart_every, until):
        await press(member.user, panel_in_dm(member.user), choose(panel_in_dm(member.user), rng))
        count += 1
    return count


async def play_by_panel(
    club: Club,
    rng: random.Random,
    *,
    choose: ChooseOffer = any_offer,
    until: Until = never,
    in_dms: Sequence[MemberActor] = (),
) -> int:
    """Play the match to its end by the Play button of the board, some members in DMs; return the presses."""
    panels: dict[int, ResponseMessage] = {}
    count = 0
    async for member in turns(club, rng, until=until):
        count += 1
        if member in in_dms:
            await press(member.user, panel_in_dm(member.user), choose(panel_in_dm(member.user), rng))
            continue
        panel = panels.get(member.id)
        if panel is None or not moves_offered(panel) or rng.random() < 0.05:
            panel = panels[member.id] = await panel_under_board(club, member)
        await press(member, panel, choose(panel, rng))
    return count


async def check_result(club: Club) -> None:
    """Check that the newest post has the result, with its audit file."""
    info, result = await club.here(), club.channel.history()[-1]
    assert info.stage is Stage.FINISHED
    assert info.outcome is not None
    assert info.outcome.why.rstrip(".") in words_of(result)
    assert "Fair dice" in labels_of(result)
    assert f"tablepost-{info.id}.json" in [file.filename for file in result.attachments]


async def panel_under_board(club: Club, member: MemberActor) -> ResponseMessage:
    """Return the panel that opens when a player presses Play under the board."""
    board = board_post(club)
    opened = await member.click(board, custom_id=control(board, "Play"))
    assert opened.response is not None
    return opened.response


def board_post(club: Club) -> discord.Message:
    """Return the newest post of the channel with a Play button."""
    return next(post for post in reversed(club.channel.history()) if "Play" in labels_of(post))


async def fresh_panel_in_dm(user: Any) -> discord.Message:
    """Return the player's panel in the DMs, refreshed by its own button."""
    panel = panel_in_dm(user)
    await user.click(panel, custom_id=control(panel, "Refresh"))
    return panel_in_dm(user)


def panel_in_dm(user: Any) -> discord.Message:
    """Return the player's newest DM from the bot with controls."""
    return next(post for post in reversed(user.dm_channel.history()) if moves_offered(post))

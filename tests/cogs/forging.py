"""Forged controls: pressed as if the bot had sent them, under one of its messages."""

from __future__ import annotations

from typing import Any

from simcord import InteractionResult, MemberActor, ResponseMessage
from simcord.backend.serializers import message_payload
from simcord.enums import ComponentType, InteractionType
from simcord.interactions import base_payload

from tests.cogs.club import Club
from tests.cogs.quick_env import IDLE

BUTTON, MENU = int(ComponentType.BUTTON), int(ComponentType.STRING_SELECT)


async def press_forged(
    club: Club,
    who: MemberActor,
    under: ResponseMessage,
    custom_id: str,
    *,
    value: str | None = None,
    offered: str | None = None,
) -> InteractionResult:
    """Press a button with this custom_id, or with a `value` choose in a menu with the options `offered`."""
    part: dict[str, Any] = {"type": BUTTON, "style": 2, "label": "x", "custom_id": custom_id}
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": BUTTON}
    if value is not None:
        options = [{"label": "x", "value": offered or value}]
        part = {"type": MENU, "custom_id": custom_id, "options": options}
        data = {"custom_id": custom_id, "component_type": MENU, "values": [value]}
    backend = club.env.backend
    stored = backend.get_message(under.channel_id, under.id)
    record, payload = base_payload(
        backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=under.channel_id,
        guild_id=backend.get_channel(under.channel_id).guild_id,
        user_id=who.id,
        data=data,
    )
    shown = dict(message_payload(backend, stored))
    payload["message"] = {**shown, "components": [{"type": 1, "components": [part]}]}
    record.source_message_id = stored.id
    backend.emit("INTERACTION_CREATE", payload)
    await club.env.settle(idle=IDLE)
    return InteractionResult(club.env, record)


def answered(club: Club, since: int) -> str:
    """Return what the bot has answered to interactions since a request, as new messages or edits."""
    shown = []
    for sent in club.env.http_requests[since:]:
        body = sent.json if isinstance(sent.json, dict) else {}
        body = body.get("data") or body if "/callback" in sent.path else body
        if "/webhooks/" in sent.path or "/callback" in sent.path:
            shown += [str(body[part]) for part in ("content", "components") if body.get(part)]
    return "\n".join(shown)

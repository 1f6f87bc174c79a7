"""Fills in forms of the bot with offered and with harmful values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from simcord import InteractionResult
from simcord.backend.serializers import message_payload
from simcord.enums import InteractionType
from simcord.interactions import base_payload

from tests.cogs.club import Club
from tests.cogs.quick_env import IDLE

TEXT, UPLOAD = 4, 19
"""Types of the components in a form."""
OFFERED = 0.7
"""The probability that a field gets an offered or its present value."""


async def fill_in(
    club: Club,
    who: Any,
    channel: int,
    opened: InteractionResult,
    random: Random,
    junk: Callable[[], str],
) -> Mapping[str, Any]:
    """Submit a form that was opened in a channel; return the values of its fields. Uploads are random bytes,
    passed on as Discord would.
    """
    assert opened.modal is not None, "a form was opened"
    fields = list(_fields(opened.modal["components"]))
    if any(field["type"] == UPLOAD for field in fields):
        files = {field["custom_id"]: ("x.toml", junk().encode("utf-8", "replace")) for field in fields
                 if field["type"] == UPLOAD}  # fmt: skip
        await who.submit_modal(opened, files)
        return files
    given = {field["custom_id"]: _value(field, random, junk) for field in fields}
    parts = [
        {"type": 18, "component": {"type": field["type"], "custom_id": key, **_handed(field, given[key])}}
        for field in fields
        if (key := field["custom_id"])
    ]
    await hand_in(club, who, channel, opened.modal["custom_id"], parts, opened._interaction.source_message_id)
    return given


async def hand_in(
    club: Club, who: Any, channel: int, custom_id: str, parts: Sequence[Any], source: int | None = None
) -> None:
    """Submit a form with these parts, from the message in which it was opened, if any."""
    backend = club.env.backend
    record, payload = base_payload(
        backend,
        type=InteractionType.MODAL_SUBMIT,
        channel_id=channel,
        guild_id=backend.get_channel(channel).guild_id,
        user_id=who.id,
        data={"custom_id": custom_id, "components": parts},
    )
    if source is not None:
        payload["message"] = dict(message_payload(backend, backend.get_message(channel, source)))
        record.source_message_id = source
    backend.emit("INTERACTION_CREATE", payload)
    await club.env.settle(idle=IDLE)


def _fields(parts: Any) -> Iterator[dict[str, Any]]:
    """Yield the fields in a form's labels or rows."""
    for part in parts:
        yield from [each for each in (part.get("component"), *part.get("components", ())) if each]


def _handed(field: Mapping[str, Any], value: Any) -> dict[str, Any]:
    return {"value": value} if field["type"] == TEXT else {"values": value}


def _value(field: Mapping[str, Any], random: Random, junk: Callable[[], str]) -> Any:
    """Return the value of a field: a text, or the chosen values."""
    offered = random.random() < OFFERED
    if field["type"] == TEXT:
        return str(field.get("value") or "") if offered else junk()
    values = [str(each["value"]) for each in field.get("options", ())]
    return [random.choice(values)] if offered and values else [junk()] * random.randrange(3)

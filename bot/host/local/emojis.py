"""The emojis of an application in the model of Discord, missing in SimCord, as Discord documents them."""

from __future__ import annotations

import base64
import re
from typing import Any

from simcord.backend import errors
from simcord.http.router import RequestContext, route

MOST, LARGEST = 2_000, 256 * 1024
_NAME = re.compile(r"\w{2,32}", re.ASCII)


def emojis_of(backend: Any) -> dict[int, dict[str, Any]]:
    """Return the emojis of the application, by id."""
    found: dict[int, dict[str, Any]] = backend.__dict__.setdefault("application_emojis", {})
    return found


@route("GET", "/applications/{application_id}/emojis")
def _listed(ctx: RequestContext) -> Any:
    return {"items": list(emojis_of(ctx.backend).values())}


@route("POST", "/applications/{application_id}/emojis")
def _made(ctx: RequestContext) -> Any:
    body, there = ctx.fields("name", "image"), emojis_of(ctx.backend)
    image = base64.b64decode(str(body["image"]).partition(",")[2])
    if not _NAME.fullmatch(body["name"]) or len(image) > LARGEST or len(there) >= MOST:
        raise errors.invalid_form_body("name or image, or too many")
    number = ctx.backend.snowflake()
    there[number] = {
        "id": str(number),
        "name": body["name"],
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }
    return there[number]


@route("DELETE", "/applications/{application_id}/emojis/{emoji_id}")
def _deleted(ctx: RequestContext) -> None:
    emojis_of(ctx.backend).pop(ctx.int_arg("emoji_id"))

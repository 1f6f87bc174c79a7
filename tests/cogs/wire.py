"""Checks of requests against Discord's API description, and against limits that it does not contain."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator
from simcord.components import walk_components

from cogs.kit.layout import check_limits

COMPONENTS_V2 = 1 << 15
CONTENT = 2000
MODAL_PARTS = 5
MODAL = 9


def description_path() -> Path | None:
    """Return the path of Discord's OpenAPI description on this machine; None if it is missing."""
    named = os.environ.get("DISCORD_OPENAPI")
    return Path(named) if named and Path(named).is_file() else None


def faults(requests: Iterable[Any]) -> list[str]:
    """Return the faults in the bodies of these requests, each fault once."""
    found: dict[str, None] = {}
    for request in requests:
        if request.json is not None:
            for fault in (*_against_description(request), *_against_our_rules(request)):
                found.setdefault(f"{request.method} {_generic(request.path)}: {fault}")
    return list(found)


def covered(requests: Iterable[Any]) -> int:
    """Return the number of these requests whose body is described."""
    return sum(request.json is not None and _validator(request) is not None for request in requests)


def _against_description(request: Any) -> tuple[str, ...]:
    path = description_path()
    if path is None:
        return ()
    return _described(path, request.method, _generic(request.path), json.dumps(request.json))


@lru_cache(maxsize=4096)
def _described(path: Path, method: str, generic: str, body: str) -> tuple[str, ...]:
    validator = _validator_at(path, method, generic)
    found = []
    for error in validator.iter_errors(json.loads(body)) if validator else ():
        causes = [cause for branch in getattr(error.kind, "context", ()) for cause in branch]
        deepest = max(causes or [error], key=lambda each: len(each.instance_path))
        found.append(f"{deepest.instance_path}: {deepest.message[:200]}")
    return tuple(found)


def _validator(request: Any) -> Draft202012Validator | None:
    path = description_path()
    return None if path is None else _validator_at(path, request.method, _generic(request.path))


@lru_cache(maxsize=64)
def _validator_at(path: Path, method: str, generic: str) -> Draft202012Validator | None:
    whole = _description(path)
    for template, operations in whole["paths"].items():
        if _generic_template(template) == generic and method.lower() in operations:
            content = operations[method.lower()].get("requestBody", {}).get("content", {})
            if "application/json" in content:
                schema = {**content["application/json"]["schema"], "components": whole["components"]}
                return Draft202012Validator(schema)
    return None


@lru_cache(maxsize=1)
def _description(path: Path) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    whole["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
    return whole


def _generic(path: str) -> str:
    """Return a path with its ids and tokens replaced: /channels/*/messages/*."""
    kept = {"channels", "messages", "interactions", "callback", "webhooks", "@original", "applications"}
    kept |= {"commands", "users", "@me", "threads", "oauth2", "guilds"}
    return "/".join(part if part in kept or not part else "*" for part in path.split("/"))


def _generic_template(template: str) -> str:
    return "/".join("*" if part.startswith("{") else part for part in template.split("/"))


def _against_our_rules(request: Any) -> Iterator[str]:
    """Check the limits that the description does not contain."""
    body = request.json
    if request.path.endswith("/callback"):
        body = body.get("data") or {}
        if request.json["type"] == MODAL and len(body["components"]) > MODAL_PARTS:
            yield f"a modal has {len(body['components'])} parts"
        if request.json["type"] not in (4, 7):
            return
    elif "/messages" not in request.path and "/webhooks/" not in request.path:
        return
    yield from _message_faults(body, request)


def _message_faults(body: dict[str, Any], request: Any) -> Iterator[str]:
    components, content = body.get("components") or [], body.get("content") or ""
    layout = any(part.get("type", 0) >= 9 for part in walk_components(components))
    if layout and not int(body.get("flags") or 0) & COMPONENTS_V2:
        yield "a layout without its flag"
    if layout and (content or body.get("embeds")):
        yield "a layout with content or embeds beside it"
    if request.method == "POST" and not components and not content.strip() and not body.get("embeds"):
        yield "an empty message"
    if len(content) > CONTENT:
        yield f"a message of {len(content)} characters"
    if body.get("allowed_mentions", {}).get("parse"):
        yield "mentions are parsed"
    try:
        check_limits([part for part in components if part.get("type") != 12])
    except ValueError as fault:
        if "differ" not in str(fault):
            yield str(fault)

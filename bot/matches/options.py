"""Converts typed options of a match to the game's struct, with a sentence for each fault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from bot.base.language import gettext
from bot.engine.contract import AnyRules
from bot.engine.errors import BadOptions
from bot.engine.options import Setup, choosable, fields_of, meant, read_option, shown


def read_options(rules: AnyRules, given: Mapping[str, Any], seats: int) -> Any:
    """Return the normalized options of a game. Raises `BadOptions` with the option and its values."""
    fields = {field.encode_name: field for field in fields_of(rules.Options)}
    known = [field.encode_name for field in choosable(rules.Options)]
    values = {}
    for name, value in given.items():
        if name not in fields:
            raise BadOptions(_unknown(rules.title, name, known))
        values[fields[name].name] = read_option(name, fields[name].type, value)
    try:
        options = rules.Options(**values)
    except (TypeError, ValueError) as error:
        raise BadOptions.translated(
            "These options do not fit {game}: {fault}.", game=rules.title, fault=error
        ) from None
    return rules.normalize(options, seats)


def offered_options(rules: AnyRules, given: Mapping[str, Any], seats: int) -> Any:
    """Return the options of a match that persons open. Options that are not named get the game's offered
    values.
    """
    return rules.offered(read_options(rules, given, seats), frozenset(given), seats)


def differing(rules: AnyRules, options: Any, seats: int) -> dict[str, Any]:
    """Return the fewest options that differ from the offered ones and determine those of a match.

    Options that a game derives itself (the grid of a named map) are left out, and those that keep the rules
    a match was opened with.
    """
    usual = offered_options(rules, {}, seats)
    chosen = {field.name for field in choosable(type(options))}
    kept = [name for name in options.__struct_fields__ if name not in chosen]
    options = replace(options, **{name: getattr(usual, name) for name in kept})
    given = {
        name: value
        for name in options.__struct_fields__
        if (value := getattr(options, name)) not in (getattr(usual, name), UNSET)
    }
    for name in reversed(list(given)):
        rest = {each: value for each, value in given.items() if each != name}
        try:
            normalized = rules.normalize(rules.Options(**rest), seats)
            follow = bool(rules.offered(normalized, rest, seats) == options)
        except BadOptions:
            follow = False
        if follow:
            given = rest
    return given


def setup_of(rules: AnyRules, setups: Mapping[str, Setup], options: Any, seats: int) -> str:
    """Return the name of the setup with these options, whatever the cards; "" for none."""
    given = _but_cards(differing(rules, options, seats))
    for name, setup in setups.items():
        if _differing_by_setup(rules, tuple(setup.of(seats).options.items()), seats) == given:
            return name
    return ""


@lru_cache(maxsize=256)
def _differing_by_setup(
    rules: AnyRules, chosen: tuple[tuple[str, Any], ...], seats: int
) -> Mapping[str, Any] | None:
    """Return how a setup's options differ from the offered ones, whatever the cards; None if they do not fit
    this number of seats. It is cached, because a game's setups do not change.
    """
    try:
        return _but_cards(differing(rules, offered_options(rules, dict(chosen), seats), seats))
    except BadOptions:
        return None


def _but_cards(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name != "cards"}


def _unknown(game: str, name: str, known: Sequence[str]) -> str:
    """Return the sentence for an option that a game does not have."""
    if not known:
        return gettext("{game} has no option {option}. It has no options.", game=game, option=shown(name))
    return gettext(
        "{game} has no option {option}. Its options are: {options}.",
        game=game,
        option=shown(name) + meant(name, known),
        options=", ".join(known),
    )

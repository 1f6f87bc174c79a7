"""Forms: their fields, each made from what stands in it, and what was filled in.

A form is an answer of its own, so what it shows is in memory, or read before. It is known by its custom_id,
as controls are, also after a restart: what fills one in goes to the handler of its verb (`handle_form`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import discord
from discord import ui

from bot.engine.errors import Refusal
from bot.engine.language import N_
from cogs.kit.client import Interaction
from cogs.kit.controls import ComponentId
from cogs.kit.layout import OPTION_TEXT, OPTIONS, fit, plain

TITLE, LABEL = 45, 45
"""Characters of a form's title, and of the label of a field."""
FIELDS, GROUP = 5, 10
"""Fields of a form, and options of a group of buttons or boxes, that Discord takes at most."""
OLD_FORM = N_("This form is from an older version of the bot. Open it again.")
Field: TypeAlias = "ui.Label[ui.Modal]"


class Choice(NamedTuple):
    """Something that can be chosen in a form."""

    value: str
    words: str
    about: str = ""


class Filled(NamedTuple):
    """What was filled into a form, by the keys of its fields."""

    values: Mapping[str, tuple[str, ...]]
    files: Mapping[str, discord.Attachment]

    def one(self, key: str, choices: Collection[str] | None = None, otherwise: str = "") -> str:
        """Return what stands in a field, or `otherwise`. Raises `Refusal` for what was not offered."""
        found = self.values.get(key) or (otherwise,)
        if choices is not None and found[0] not in (*choices, otherwise):
            raise Refusal.translated(OLD_FORM)
        return found[0]

    def ids(self, key: str) -> tuple[int, ...]:
        """Return the ids of the people, roles or channels that were chosen. Raises `Refusal` for nonsense."""
        found = self.values.get(key, ())
        if not all(each.isascii() and each.isdecimal() and len(each) < 20 for each in found):
            raise Refusal.translated(OLD_FORM)
        return tuple([int(each) for each in found])


def form_of(title: str, press: ComponentId, *fields: Field) -> ui.Modal:
    """Return a form of up to five fields."""
    form = ui.Modal(title=fit(plain(title), TITLE), custom_id=press.encode(), timeout=None)
    for field in fields:
        form.add_item(field)
    return form


def _field(label: str, component: ui.Item[Any], about: str = "") -> Field:
    return ui.Label(
        text=fit(plain(label), LABEL), component=component, description=fit(about, OPTION_TEXT) or None
    )


def one_of(key: str, label: str, choices: Sequence[Choice], chosen: str, about: str = "") -> Field:
    """Return a field in which one of a few is chosen, at one glance."""
    options = [
        discord.RadioGroupOption(
            label=fit(plain(each.words), OPTION_TEXT),
            value=each.value,
            description=fit(plain(each.about), OPTION_TEXT) or None,
            default=each.value == chosen,
        )
        for each in choices[:GROUP]
    ]
    return _field(label, ui.RadioGroup(custom_id=key, options=options), about)


def one_of_many(key: str, label: str, choices: Sequence[Choice], chosen: str, about: str = "") -> Field:
    """Return a field in which one is chosen from a menu."""
    options = [
        discord.SelectOption(
            label=fit(plain(each.words), OPTION_TEXT),
            value=each.value,
            description=fit(plain(each.about), OPTION_TEXT) or None,
            default=each.value == chosen,
        )
        for each in choices[:OPTIONS]
    ]
    return _field(label, ui.Select(custom_id=key, options=options), about)


def boxes(key: str, label: str, choices: Sequence[Choice], ticked: Collection[str]) -> Field:
    """Return a field of boxes, each of which can be ticked."""
    options = [
        discord.CheckboxGroupOption(
            label=fit(plain(each.words), OPTION_TEXT),
            value=each.value,
            description=fit(plain(each.about), OPTION_TEXT) or None,
            default=each.value in ticked,
        )
        for each in choices[:GROUP]
    ]
    group: ui.CheckboxGroup[Any] = ui.CheckboxGroup(
        custom_id=key, options=options, required=False, min_values=0, max_values=len(options)
    )
    return _field(label, group)


def people(key: str, label: str, chosen: Iterable[int], most: int, about: str = "") -> Field:
    """Return a field in which people are chosen, or nobody."""
    chooser: ui.UserSelect[Any] = ui.UserSelect(
        custom_id=key,
        required=False,
        min_values=0,
        max_values=most,
        default_values=_ids(chosen, discord.SelectDefaultValueType.user),
    )
    return _field(label, chooser, about)


def role(key: str, label: str, chosen: Iterable[int]) -> Field:
    """Return a field in which a role is chosen, or none."""
    chooser: ui.RoleSelect[Any] = ui.RoleSelect(
        custom_id=key,
        required=False,
        min_values=0,
        max_values=1,
        default_values=_ids(chosen, discord.SelectDefaultValueType.role),
    )
    return _field(label, chooser)


def channels(
    key: str,
    label: str,
    kinds: Sequence[discord.ChannelType],
    chosen: Iterable[int],
    most: int,
    about: str = "",
) -> Field:
    """Return a field in which channels of some kinds are chosen, or none."""
    chooser: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=key,
        required=False,
        min_values=0,
        max_values=most,
        channel_types=list(kinds),
        default_values=_ids(chosen, discord.SelectDefaultValueType.channel),
    )
    return _field(label, chooser, about)


def upload(key: str, label: str, about: str = "", *, required: bool) -> Field:
    """Return a field that takes one file."""
    return _field(
        label, ui.FileUpload(custom_id=key, required=required, min_values=int(required), max_values=1), about
    )


def _ids(ids: Iterable[int], kind: discord.SelectDefaultValueType) -> list[discord.SelectDefaultValue]:
    return [discord.SelectDefaultValue(id=each, type=kind) for each in ids]


def filled_in(interaction: Interaction) -> Filled:
    """Return what was filled into the form that an interaction hands in; what makes no sense is left out."""
    data: Mapping[str, Any] = dict(interaction.data or {})
    values: dict[str, tuple[str, ...]] = {}
    files: dict[str, discord.Attachment] = {}
    uploaded = data.get("resolved", {}).get("attachments", {})
    for part in data.get("components", []):
        field = part.get("component") or next(iter(part.get("components", [])), None) or {}
        key, said = str(field.get("custom_id", "")), field.get("values", field.get("value"))
        found = said if isinstance(said, list) else [said]
        values[key] = tuple([each for each in found if isinstance(each, str) and each])
        if values[key] and values[key][0] in uploaded:
            files[key] = discord.Attachment(data=uploaded[values[key][0]], state=interaction._state)
    return Filled(values, files)

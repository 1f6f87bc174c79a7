"""The fields of forms, each made with its present value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias, TypeVar

import discord
from discord import ui

from cogs.kit.layout import OPTION_TEXT, OPTIONS, fit, plain

LABEL, LONGEST = 45, 4000
"""The most characters of a field's label, and of a typed text."""
GROUP = 10
"""The most options of a group of buttons or boxes, by Discord's limit."""
Field: TypeAlias = "ui.Label[ui.Modal]"
T = TypeVar("T")


class Choice(NamedTuple):
    """An option of a form's field."""

    value: str
    words: str
    about: str = ""


def _field(label: str, component: ui.Item[Any], about: str = "") -> Field:
    return ui.Label(
        text=fit(plain(label), LABEL), component=component, description=fit(about, OPTION_TEXT) or None
    )


def written(
    key: str,
    label: str,
    stands: str,
    most: int,
    *,
    example: str = "",
    about: str = "",
    lines: bool = False,
    needed: bool = False,
) -> Field:
    """Return a text field, with several lines or one."""
    typed: ui.TextInput[Any] = ui.TextInput(
        custom_id=key,
        style=discord.TextStyle.paragraph if lines else discord.TextStyle.short,
        placeholder=example or None,
        default=stands[:most] or None,
        required=needed,
        max_length=most,
    )
    return _field(label, typed, about)


def _offered(kind: Callable[..., T], choices: Sequence[Choice], chosen: Collection[str]) -> list[T]:
    return [
        kind(
            label=fit(plain(choice.words), OPTION_TEXT),
            value=choice.value,
            description=fit(plain(choice.about), OPTION_TEXT) or None,
            default=choice.value in chosen,
        )
        for choice in choices
    ]


def one_of(key: str, label: str, choices: Sequence[Choice], chosen: str, about: str = "") -> Field:
    """Return a field with a few options, all visible, of which one is chosen."""
    options = _offered(discord.RadioGroupOption, choices[:GROUP], (chosen,))
    return _field(label, ui.RadioGroup(custom_id=key, options=options), about)


def one_of_many(key: str, label: str, choices: Sequence[Choice], chosen: str, about: str = "") -> Field:
    """Return a field with a menu of which one option is chosen."""
    options = _offered(discord.SelectOption, choices[:OPTIONS], (chosen,))
    return _field(label, ui.Select(custom_id=key, options=options), about)


def boxes(key: str, label: str, choices: Sequence[Choice], ticked: Collection[str]) -> Field:
    """Return a field of boxes that can be ticked."""
    options = _offered(discord.CheckboxGroupOption, choices[:GROUP], ticked)
    group: ui.CheckboxGroup[Any] = ui.CheckboxGroup(
        custom_id=key, options=options, required=False, min_values=0, max_values=len(options)
    )
    return _field(label, group)


def people(key: str, label: str, chosen: Iterable[int], most: int, about: str = "") -> Field:
    """Return a field for choosing users, or none."""
    return _chooser(ui.UserSelect, discord.SelectDefaultValueType.user, key, label, chosen, most, about)


def role(key: str, label: str, chosen: Iterable[int]) -> Field:
    """Return a field for choosing a role, or none."""
    return _chooser(ui.RoleSelect, discord.SelectDefaultValueType.role, key, label, chosen, 1)


def channels(
    key: str,
    label: str,
    kinds: Sequence[discord.ChannelType],
    chosen: Iterable[int],
    most: int,
    about: str = "",
) -> Field:
    """Return a field for choosing channels of some kinds, or none."""
    kind = discord.SelectDefaultValueType.channel
    select = partial(ui.ChannelSelect[Any], channel_types=list(kinds))
    return _chooser(select, kind, key, label, chosen, most, about)


def _chooser(
    select: Callable[..., ui.Item[Any]],
    kind: discord.SelectDefaultValueType,
    key: str,
    label: str,
    chosen: Iterable[int],
    most: int,
    about: str = "",
) -> Field:
    """Return a field for choosing at most this number of things with ids, or none."""
    present = [discord.SelectDefaultValue(id=each, type=kind) for each in chosen]
    chooser = select(custom_id=key, required=False, min_values=0, max_values=most, default_values=present)
    return _field(label, chooser, about)


def upload(key: str, label: str, about: str = "", *, required: bool) -> Field:
    """Return a field that takes one file."""
    return _field(
        label, ui.FileUpload(custom_id=key, required=required, min_values=int(required), max_values=1), about
    )

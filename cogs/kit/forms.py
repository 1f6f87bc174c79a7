"""Forms: taken in when they are sent, and opened again with what was typed where that was refused.

Discord answers a form with no other form, so a refusal comes with a button that opens the form again. What
was typed is kept in memory alone, for the last people of whom something was refused.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import discord
from discord import ui
from msgspec.structs import replace

from bot.clock import in_time
from bot.engine.errors import Refusal
from bot.engine.language import N_, gettext
from bot.matches.errors import Unavailable
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, Control, TooLongError, button, discord_id
from cogs.kit.form_fields import Field
from cogs.kit.languages import ANSWER_SECONDS
from cogs.kit.layout import OPTION_TEXT, OutgoingMessage, fit, message_of, plain, safe, text
from cogs.kit.replies import answer, defer, defer_in_place

AGAIN = "formagain"
"""The verb of the button that opens a form again; its path begins with the verb of the form."""
PARTS, TITLE = 5, 45
"""Parts of a form, and characters of its title."""
FAULTS = 1500
"""Characters of what is said to be wrong."""
MOST_KEPT = 500
T = TypeVar("T")


class Asked(NamedTuple):
    """What a form asks for: its fields (`cogs.kit.form_fields`), each made from what stands in it."""

    title: str
    fields: Sequence[Field]


class Typed(NamedTuple):
    """A form as it was filled in."""

    press: ComponentId
    """Which form it is, by the verb, and what it keeps, by the path."""
    values: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """What was typed or chosen, by the keys of the fields."""
    faults: Sequence[str] = ()
    """What was wrong with that, as safe words."""
    files: Mapping[str, discord.Attachment] = MappingProxyType({})
    """What was uploaded, while it is taken in."""

    @property
    def words(self) -> Mapping[str, str]:
        """What stands in each field alone."""
        return {key: self.one(key) for key in self.values}

    def one(self, key: str, choices: Collection[str] | None = None, otherwise: str = "") -> str:
        """Return what stands in a field, or `otherwise`. Raises `Refusal` for what was not offered."""
        found = (self.values.get(key) or (otherwise,))[0]
        if choices is not None and found not in (*choices, otherwise):
            raise Refusal.translated(OLD_FORM)
        return found

    def ids(self, key: str) -> tuple[int, ...]:
        """Return the ids of the people, roles or channels that were chosen. Raises `Refusal` for nonsense."""
        found = tuple([discord_id(each) for each in self.values.get(key, ())])
        if not all(found):
            raise Refusal.translated(OLD_FORM)
        return found

    @property
    def again(self) -> ComponentId:
        """What opens it again."""
        return ComponentId(AGAIN, path=(self.press.verb, *self.press.path))


class Form(NamedTuple):
    """How a sort of form is asked and taken in; what cannot be done raises a `Refusal`."""

    asked: Callable[[Interaction, Typed], Awaitable[Asked]]
    take_in: Callable[[Interaction, Typed], Awaitable[None]]
    """The answer is promised when it is called."""
    refused: str = N_("Nothing was changed")
    in_place: bool = False
    """Whether it changes the message whose control opened it. A refusal has no button to try again then."""


class Forms:
    """The forms of all cogs, by the verbs of their custom_ids, and what was refused of them."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot
        self._forms: dict[str, Form] = {}
        self._refused: OrderedDict[tuple[int, ComponentId], Typed] = OrderedDict()
        bot.handle(AGAIN, self.press_again)

    def handle(self, verb: str, form: Form) -> None:
        """Let forms with this verb be asked and taken in like this; a button with it opens an empty one."""
        self._forms[verb] = form
        self._bot.handle(verb, self.press_form)

    async def open(self, interaction: Interaction, typed: Typed) -> None:
        """Answer with a form, in which stands what was typed. Raises `Refusal`."""
        asked = await self._forms[typed.press.verb].asked(interaction, typed)
        try:
            form = _modal(asked, typed)
        except TooLongError:  # a path that we would not write
            raise Refusal.translated(OLD_FORM) from None
        await interaction.response.send_modal(form)

    async def press_form(self, interaction: Interaction, press: ComponentId) -> None:
        """Open a form into which nothing was typed."""
        await self.open(interaction, Typed(ComponentId(press.verb, path=press.path)))

    async def press_again(self, interaction: Interaction, press: ComponentId) -> None:
        """Open a form again; empty where what was typed is not kept any more."""
        verb, *path = press.path or ("",)
        if verb not in self._forms:
            raise Refusal.translated(OLD_FORM)
        meant = ComponentId(verb, path=tuple(path))
        await self.open(interaction, self._refused.get((interaction.user.id, meant), Typed(meant)))

    async def submitted(self, interaction: Interaction) -> None:
        """Take in a form that was sent, also one that was opened before a restart."""
        typed = typed_in(interaction)
        form = self._forms.get(typed.press.verb)
        if form is None:
            return
        try:
            self._bot.languages.speak_to(interaction)
            await (defer_in_place if form.in_place else defer)(interaction)
            await (form.take_in if form.in_place else self.attempt)(interaction, typed)
        except Exception as error:
            await self._bot.reply_with_error(interaction, error)

    async def attempt(self, interaction: Interaction, typed: Typed) -> None:
        """Take in what was typed, into a form or a command, the answer being promised; where it is refused
        say why, with the button that opens the form."""
        try:
            await self._forms[typed.press.verb].take_in(interaction, typed)
        except Unavailable:
            raise
        except Refusal as fault:
            await self.refuse(interaction, typed, fault)

    async def refuse(self, interaction: Interaction, typed: Typed, fault: Refusal) -> None:
        """Say why what was typed is refused, with the button that opens the form; the answer is promised."""
        faults = [safe(line) for line in getattr(fault, "lines", (fault.sentence,))]
        kept = typed._replace(faults=faults, files={})
        try:
            page = compose_refused(gettext(self._forms[typed.press.verb].refused), kept)
        except TooLongError:  # a path that we would not write
            raise fault from None
        self.keep(interaction.user.id, kept)
        await answer(interaction, page)

    def keep(self, user: int, typed: Typed) -> None:
        """Keep what somebody typed until they open the form again."""
        key = user, typed.press
        self._refused.pop(key, None)
        self._refused[key] = typed
        if len(self._refused) > MOST_KEPT:
            self._refused.popitem(last=False)


OLD_FORM = N_("This form is from an older version of the bot. Use the command again.")


async def read_first(asked: Coroutine[Any, Any, T]) -> T:
    """Return what the database says before a form is shown, which cannot be promised.

    Raises `Refusal` where it takes too long.
    """
    found = await in_time(asked, ANSWER_SECONDS)
    if found is None:
        raise Refusal.translated("This takes too long just now. Please try again.")
    return found


def try_again(press: ComponentId) -> Control:
    """Return the button that opens a form again (`Typed.again`)."""
    return button(gettext("Try again"), press)


def compose_refused(head: str, typed: Typed) -> OutgoingMessage:
    """Return what is wrong with what was typed, line by line, and the button that opens the form again."""
    told = "\n".join([f"- {line}" for line in typed.faults])
    return message_of(text(f"### {head}\n{fit(told, FAULTS)}"), try_again(typed.again))


def typed_words(press: ComponentId, words: Mapping[str, str], faults: Sequence[str] = ()) -> Typed:
    """Return a form in which a text stands in each field."""
    return Typed(press, {key: (each,) for key, each in words.items()}, faults)


def _modal(asked: Asked, typed: Typed) -> ui.Modal:
    """Return a form; what was wrong stands above its fields, or under the first label where all are taken."""
    form = ui.Modal(title=fit(plain(asked.title), TITLE), custom_id=typed.press.encode(), timeout=None)
    faults, fields = "\n".join(typed.faults), list(asked.fields)
    if faults and len(fields) < PARTS:
        form.add_item(ui.TextDisplay(fit(faults, FAULTS)))
    elif faults:
        fields[0].description = fit(faults, OPTION_TEXT)
    for field in fields:
        form.add_item(field)
    return form


def typed_in(interaction: Interaction) -> Typed:
    """Return the input of the form that an interaction submits, without values that are no text."""
    data: Mapping[str, Any] = dict(interaction.data or {})
    values: dict[str, tuple[str, ...]] = {}
    files: dict[str, discord.Attachment] = {}
    uploaded = data.get("resolved", {}).get("attachments", {})
    for part in data.get("components", []):
        field = part.get("component") or next(iter(part.get("components", [])), None)
        if not isinstance(field, dict) or "custom_id" not in field:  # words between the fields
            continue
        key, said = str(field["custom_id"]), field.get("values", field.get("value"))
        found = said if isinstance(said, list) else [said]
        texts = [_encodable(each) for each in found if isinstance(each, str)]
        values[key] = tuple([each for each in texts if each])
        if values[key] and values[key][0] in uploaded:
            files[key] = discord.Attachment(data=uploaded[values[key][0]], state=interaction._state)
    press = ComponentId.decode(str(data.get("custom_id", "")))
    return Typed(replace(press, match="", slot=""), values, files=files)


def _encodable(words: str) -> str:
    """Return the words without halves of surrogate pairs, which no file, row or message can hold."""
    return words.encode(errors="ignore").decode()

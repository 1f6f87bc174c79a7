"""Forms: submitted forms are processed, and refused ones can be opened again with their values.

Discord does not allow a form as an answer to a form, so a refusal has a button that opens the form again. The
values are kept in memory alone, for the last users with a refusal.

A form is identified by its verb. `asked` builds its fields from present values, `take_in` processes the
input. Discord shows a form only before an answer is deferred, so its values come from memory or from a read
with a time limit (`read_first`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

import discord
from cachetools import LRUCache
from discord import ui
from msgspec.structs import replace

from bot.base.clock import in_time
from bot.base.language import N_, gettext
from bot.engine.errors import Refusal, Unavailable
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId, Control, TooLongError, button, discord_id
from cogs.kit.form_fields import Field
from cogs.kit.languages import ANSWER_SECONDS
from cogs.kit.layout import OPTION_TEXT, OutgoingMessage, fit, message_of, plain, safe, text
from cogs.kit.refusals import Does, meaning_of
from cogs.kit.replies import answer, defer, defer_in_place, twice_if_unanswered

AGAIN = "formagain"
"""The verb of the button that opens a form again; its path begins with the verb of the form."""
PARTS, TITLE = 5, 45
"""The most fields of a form, and the most characters of its title."""
FAULTS = 1500
"""The most characters of the error messages."""
MOST_KEPT = 500
T = TypeVar("T")


class Asked(NamedTuple):
    """The title and the fields (`cogs.kit.form_fields`) of a form, with their present values."""

    title: str
    fields: Sequence[Field]


class Typed(NamedTuple):
    """A form with its submitted values."""

    press: ComponentId
    """The form, by the verb, and its parameters, by the path."""
    values: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """The typed or chosen values, by the keys of the fields."""
    faults: Sequence[str] = ()
    """The error messages, safe to print."""
    files: Mapping[str, discord.Attachment] = MappingProxyType({})
    """The uploaded files, while the form is processed."""

    @property
    def words(self) -> Mapping[str, str]:
        """The first value of each field."""
        return {key: self.one(key) for key in self.values}

    def one(self, key: str, choices: Collection[str] | None = None, otherwise: str = "") -> str:
        """Return the value of a field, or `otherwise`. Raises `Refusal` for a value that was not offered."""
        chosen = (self.values.get(key) or (otherwise,))[0]
        if choices is not None and chosen not in (*choices, otherwise):
            raise Refusal.translated(OLD_FORM)
        return chosen

    def ids(self, key: str) -> tuple[int, ...]:
        """Return the ids of the chosen users, roles or channels. Raises `Refusal` for malformed ones."""
        chosen = tuple([discord_id(each) for each in self.values.get(key, ())])
        if not all(chosen):
            raise Refusal.translated(OLD_FORM)
        return chosen

    @property
    def again(self) -> ComponentId:
        """The press that opens it again."""
        return ComponentId(AGAIN, path=(self.press.verb, *self.press.path))


class Form(NamedTuple):
    """How a type of form is made and processed; invalid values raise a `Refusal`."""

    asked: Callable[[Interaction, Typed], Awaitable[Asked]]
    take_in: Callable[[Interaction, Typed], Awaitable[None]]
    """Processes the form; the answer is deferred before it is called."""
    refused: str = N_("Nothing was changed")
    in_place: bool = False
    """Whether it edits the message whose control opened it. A refusal has no button to try again then."""


class Forms:
    """The forms of all cogs, by the verbs of their custom_ids, and the refused ones."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot
        self._forms: dict[str, Form] = {}
        self._refused: LRUCache[tuple[int, ComponentId], Typed] = LRUCache(MOST_KEPT)
        bot.handle(AGAIN, self.press_again)

    def handle(self, verb: str, form: Form) -> None:
        """Register a form under a verb; a button with this verb opens it without typed values."""
        self._forms[verb] = form
        self._bot.handle(verb, self.press_form)

    async def open(self, interaction: Interaction, typed: Typed) -> None:
        """Answer with a form that has the given values. Raises `Refusal`."""
        asked = await self._forms[typed.press.verb].asked(interaction, typed)
        try:
            form = _modal(asked, typed)
        except TooLongError:  # a path that we would not write
            raise Refusal.translated(OLD_FORM) from None
        try:
            await twice_if_unanswered(lambda: interaction.response.send_modal(form), or_failing=True)
        except discord.HTTPException as failure:
            if meaning_of(failure).does is not Does.DONE:
                raise  # else it opened the first time, and only Discord's answer was lost

    async def press_form(self, interaction: Interaction, press: ComponentId) -> None:
        """Open a form without typed values."""
        await self.open(interaction, Typed(ComponentId(press.verb, path=press.path)))

    async def press_again(self, interaction: Interaction, press: ComponentId) -> None:
        """Open a form again; without typed values where they are no longer kept."""
        verb, *path = press.path or ("",)
        if verb not in self._forms:
            raise Refusal.translated(OLD_FORM)
        meant = ComponentId(verb, path=tuple(path))
        await self.open(interaction, self._refused.get((interaction.user.id, meant), Typed(meant)))

    async def submitted(self, interaction: Interaction) -> None:
        """Process a submitted form, also one that was opened before a restart."""
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
        """Process the values of a form or a command, after deferring the answer.

        Where they are refused, answer with the reason and the button that opens the form.
        """
        try:
            await self._forms[typed.press.verb].take_in(interaction, typed)
        except Unavailable:
            raise
        except Refusal as fault:
            await self.refuse(interaction, typed, fault)

    async def refuse(self, interaction: Interaction, typed: Typed, fault: Refusal) -> None:
        """Answer with the reason of a refusal and the button that opens the form, after deferring."""
        faults = [safe(line) for line in getattr(fault, "lines", (fault.sentence,))]
        kept = typed._replace(faults=faults, files={})
        try:
            page = compose_refused(gettext(self._forms[typed.press.verb].refused), kept)
        except TooLongError:  # a path that we would not write
            raise fault from None
        self.keep(interaction.user.id, kept)
        await answer(interaction, page)

    def keep(self, user: int, typed: Typed) -> None:
        """Keep the typed values of a user until they open the form again."""
        self._refused[user, typed.press] = typed


OLD_FORM = N_("This form is from an older version of the bot. Use the command again.")


async def read_first(asked: Coroutine[Any, Any, T]) -> T:
    """Read from the database before a form is shown, when the answer cannot be deferred.

    Raises `Refusal` where it takes too long.
    """
    found = await in_time(asked, ANSWER_SECONDS)
    if found is None:
        raise Refusal.translated("This takes too long at the moment. Please try again.")
    return found


def try_again(press: ComponentId) -> Control:
    """Return the button that opens a form again (`Typed.again`)."""
    return button(gettext("Try again"), press)


def compose_refused(head: str, typed: Typed) -> OutgoingMessage:
    """Return the error messages for typed values, line by line, and the button that opens the form again."""
    told = "\n".join([f"- {line}" for line in typed.faults])
    return message_of(text(f"### {head}\n{fit(told, FAULTS)}"), try_again(typed.again))


def typed_words(press: ComponentId, words: Mapping[str, str], faults: Sequence[str] = ()) -> Typed:
    """Return a form with a text in each field."""
    return Typed(press, {key: (each,) for key, each in words.items()}, faults)


def _modal(asked: Asked, typed: Typed) -> ui.Modal:
    """Return the Discord form; errors are above its fields, or below the first label for want of room."""
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
    """Return the submitted values of a form; malformed ones are left out."""
    data: Mapping[str, Any] = dict(interaction.data or {})
    values: dict[str, tuple[str, ...]] = {}
    files: dict[str, discord.Attachment] = {}
    uploaded = data.get("resolved", {}).get("attachments", {})
    for part in data.get("components", []):
        field = part.get("component") or next(iter(part.get("components", [])), None)
        if not isinstance(field, dict) or "custom_id" not in field:  # words between the fields
            continue
        key, said = str(field["custom_id"]), field.get("values", field.get("value"))
        answers = said if isinstance(said, list) else [said]
        texts = [_encodable(each) for each in answers if isinstance(each, str)]
        values[key] = tuple([each for each in texts if each])
        if values[key] and values[key][0] in uploaded:
            files[key] = discord.Attachment(data=uploaded[values[key][0]], state=interaction._state)
    press = ComponentId.decode(str(data.get("custom_id", "")))
    return Typed(replace(press, match="", slot=""), values, files=files)


def _encodable(words: str) -> str:
    """Return the words without halves of surrogate pairs, which no file, row or message can hold."""
    return words.encode(errors="ignore").decode()

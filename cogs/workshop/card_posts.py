"""Pages for cards and card sets: one card, lists of cards, findings of a check, the sets of a server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.base.language import gettext, ngettext, pgettext
from bot.engine.cards.files.reading import ReadResult
from bot.engine.cards.game import AnyCard, AnyCardGame, AnySet, Grouping
from bot.parts.workshop.sets.ports import ServerSet
from bot.parts.workshop.sets.service import MOST_SETS, Source
from cogs.kit.clock_words import stamp
from cogs.kit.controls import (
    DANGER,
    PRIMARY,
    ComponentId,
    Control,
    button,
    page_buttons,
    select,
    whole_number,
)
from cogs.kit.form_fields import LONGEST, upload, written
from cogs.kit.forms import AGAIN, PARTS, Asked, Typed, try_again, typed_words
from cogs.kit.layout import (
    OPTIONS,
    Attachment,
    OutgoingMessage,
    compose_question,
    fit,
    message_of,
    option,
    page_of,
    picture_of,
    rows,
    safe,
    text,
)
from cogs.workshop.sheets import sheets_button
from renderers.contract import Picture

# A form with the text of a refused card file, to correct it without another upload.


SET = "setform"
"""The verb of the form; its path is the action, and the key of the named game, if any."""
SET_FILE, FILE = "setfile", "file"
"""The verb of the form that takes a set as a file, and the key of its field."""
PATH = 40
"""The most characters of a path that the bot writes."""
CHECK, ADD = "check", "add"


def typed_set(action: str, game: str, content: bytes, faults: list[str]) -> Typed | None:
    """Return the form with the text of a file; None for a file that is not text, or too long."""
    try:
        pieces = _pieces(content.decode())
    except UnicodeDecodeError:
        return None
    if len(pieces) > PARTS - 1 or any(len(piece) > LONGEST for piece in pieces):
        return None
    words = {str(number): piece for number, piece in enumerate(pieces)}
    return typed_words(ComponentId(SET, path=(action, game)), words, faults)


def content_of(typed: Typed) -> bytes:
    """Return the file in the text of a form."""
    return "\n".join(typed.one(key) for key in sorted(typed.values)).encode()


def asked_of_set(typed: Typed) -> Asked:
    """Return the form for a file, in as many fields as it needs."""
    fields, line = [], 1
    for key in sorted(typed.values) or ["0"]:
        last = line + typed.one(key).count("\n")
        label = gettext("Lines {first} to {last}", first=line, last=last)
        fields.append(written(key, label, typed.one(key), LONGEST, lines=True))
        line = last + 1
    return Asked(gettext("A card file"), fields)


def asked_of_file() -> Asked:
    """Return the form for uploading a set."""
    about = gettext("TOML or CSV of at most 64 KB, as /cards check reads it")
    file = upload(FILE, gettext("The card file"), about, required=True)
    return Asked(gettext("A card set for this server"), [file])


def _pieces(words: str) -> list[str]:
    """Return a text in pieces of whole lines, as few as fit into the fields."""
    pieces: list[str] = []
    for line in words.splitlines():
        if pieces and len(pieces[-1]) + 1 + len(line) <= LONGEST:
            pieces[-1] += f"\n{line}"
        else:
            pieces.append(line)
    return pieces


FINDINGS = 8
"""The most findings on a page."""
CARDS = 10
"""The most cards on a page."""
FINDING_TEXT = 350
REPORT = "report.txt"
ANY = "-"
"""The value of a group for all groups."""


class Shown(msgspec.Struct, frozen=True):
    """The filter of a list of cards."""

    source: str
    """The value of `Source.word`."""
    groups: tuple[str, ...] = ()
    """The chosen group of each grouping of the game, or `ANY`; missing groupings are `ANY` too."""
    page: int = 0

    @classmethod
    def of(cls, path: tuple[str, ...]) -> Shown:
        """Return the filter in a control's path; all cards for a malformed path."""
        source, *groups, page = path if len(path) > 1 else (*path, "", "")[:2]
        return cls(source, tuple(groups), whole_number(page))

    @classmethod
    def all_of(cls, source: Source) -> Shown:
        """Return the filter for all cards of a source."""
        return cls(source.word, (ANY,) * len(source.game.groupings))

    @property
    def path(self) -> tuple[str, ...]:
        """The path of a control that shows this list."""
        return (self.source, *self.groups, str(self.page))

    def group(self, grouping: Grouping, source: Source) -> str:
        """Return the chosen group of a grouping, `ANY` for one that does not exist."""
        place = source.game.groupings.index(grouping)
        chosen = self.groups[place] if place < len(self.groups) else ANY
        return chosen if chosen in grouping.offered(source.pool, source.cards) else ANY

    def among(self, sources: Sequence[Source]) -> Source | None:
        """Return the source of the cards; None where it was removed."""
        return next((each for each in sources if each.word == self.source), None)

    def chosen(self, letter: str, key: str, sources: Sequence[Source]) -> Shown:
        """Return this with another group of the grouping with this letter, or another source."""
        source = self.among(sources) or sources[0]
        groups = {each.letter: self.group(each, source) for each in source.game.groupings}
        if letter == _SOURCE:
            groups |= {each.letter: ANY for each in source.game.groupings if not each.fixed}
            return Shown(key, tuple(groups.values()))
        groups |= {letter: key} if letter in groups else {}
        return Shown(source.word, tuple(groups.values()))


_SOURCE = "s"
"""The letter of the menu of sets, in place of a grouping's letter."""


# Cards


def compose_one_card(
    card: AnyCard, source: Source, picture: Picture | None, back: Shown | None = None
) -> OutgoingMessage:
    """Return a card with its picture, if any, its text, and buttons to try it and back to its list."""
    name, _, told = card_in_words(card, source).partition("\n")
    back_to = ComponentId("cardlist", path=back.path) if back is not None else None
    return message_of(
        text(name),
        picture_of(picture, "card"),
        text(told),
        *rows(
            [
                *([try_button(source, card)] if source.game.editor is not None else []),
                *([button(gettext("Back to the list"), back_to)] if back_to is not None else []),
            ]
        ),
    )


def try_button(source: Source, card: AnyCard) -> Control:
    """Return the button that lays a position on the person's test table in which a card does what it says."""
    return button(gettext("Try this card"), ComponentId("trycard", path=(source.word, card.number)))


def card_in_words(card: AnyCard, source: Source) -> str:
    """Return the text of a card, safe to print."""
    said = source.game.in_words(card)
    traits = " ".join([f"[{trait}]" for trait in said.traits])
    lines = [f"### {safe(said.name)}", f"{said.kind} · {safe(traits)}" if traits else said.kind]
    lines += [safe(paragraph) for paragraph in said.rules]
    lines += [f"*{safe(said.flavour)}*"] if said.flavour else []
    origin = [card.number, *[safe(title) for title in source.game.origin(card, source.pool)]]
    origin += [safe(gettext("set {title}", title=source.called))] if source.own is not None else []
    origin += [gettext("drawn by {artist}", artist=safe(card.artist))] if card.artist else []
    return fit("\n".join([*lines, f"-# {' · '.join(origin)}"]), 3500)


def compose_card_list(sources: Sequence[Source], wanted: Shown) -> OutgoingMessage:
    """Return a page of the cards of a game, with menus to filter them and buttons to show each."""
    source = wanted.among(sources) or sources[0]
    groups = [(each, wanted.group(each, source)) for each in source.game.groupings]
    fitting = [
        card for card in source.cards if all(chosen in (ANY, each.of(card)) for each, chosen in groups)
    ]
    shown, page, pages = page_of(sorted(fitting, key=lambda card: card.number), wanted.page, CARDS)
    at = Shown(source.word, tuple([chosen for _, chosen in groups]), page)
    lines = [_listed(card, source.game) for card in shown]
    head = gettext("### Cards of {game}: {title}", game=source.game.title, title=safe(source.called))
    offered = [(each.word, each.called) for each in sources]
    return message_of(
        text(f"{head}\n{_number_of_cards(len(fitting))}, {_page(page, pages)}"),
        text("\n".join(lines) or gettext("No card fits this. Choose otherwise below.")),
        *rows([button(card.number, ComponentId("card", path=(*at.path, card.number))) for card in shown]),
        _menu(gettext("Cards of"), at, _SOURCE, offered, at.source) if len(sources) > 1 else None,
        *[menu for each, chosen in groups for menu in _group_menus(source, each, chosen, at)],
        *rows(page_buttons(lambda to: ComponentId("cardlist", path=replace(at, page=to).path), page, pages)),
    )


def _listed(card: AnyCard, game: AnyCardGame) -> str:
    """Return the line of a card: its number, name, figures and traits."""
    words = [f"`{card.number}` **{safe(pgettext('card', card.name))}**", game.stats(card)]
    return " · ".join([*words, *[safe(trait) for trait in game.in_words(card).traits]])


def _number_of_cards(number: int) -> str:
    return ngettext("{number} card", "{number} cards", number) if number else gettext("no card")


def _page(page: int, pages: int) -> str:
    return gettext("page {page} of {pages}", page=page + 1, pages=pages)


def _group_menus(source: Source, grouping: Grouping, chosen: str, at: Shown) -> list[Control]:
    every = (ANY, gettext(grouping.every))
    titles = list(grouping.offered(source.pool, source.cards).items())
    parts = [[every, *titles[start : start + OPTIONS - 1]] for start in range(0, len(titles), OPTIONS - 1)]
    slots = [
        grouping.letter if grouping.fixed else f"{grouping.letter}{number}" for number in range(len(parts))
    ]
    return [_menu(every[1], at, slot, part, chosen) for slot, part in zip(slots, parts, strict=True)]


def _menu(prompt: str, at: Shown, slot: str, values: Sequence[tuple[str, str]], chosen: str) -> Control:
    options = [option(title, key, default=key == chosen) for key, title in values]
    return select(prompt, ComponentId("cardmenu", path=(slot[0], *at.path), slot=slot), options)


# Checks


def report_of(reading: ReadResult, game: AnyCardGame) -> str:
    """Return all findings in a file as text: a line for each below the summary."""
    judged = [reading.not_judged] if reading.not_judged else []
    return "\n".join([summary(reading, game), *[str(found) for found in reading.findings], *judged])


def summary(reading: ReadResult, game: AnyCardGame) -> str:
    """Return the numbers of errors and of advice, and of cards where there is no error."""
    errors = len(reading.errors)
    advice = len(reading.findings) - errors
    parts = [_number_of_cards(len(game.pool_type.cards_of(reading.set)))] if reading.set is not None else []
    parts.append(ngettext("{number} error", "{number} errors", errors) if errors else gettext("no error"))
    parts.append(ngettext("{number} advice", "{number} advice", advice) if advice else gettext("no advice"))
    return ", ".join(parts)


def compose_report(
    report: str, page: int = 0, note: str = "", *, again: Sequence[str] = ()
) -> OutgoingMessage:
    """Return a page of a report, with a file of all where there is more than one page.

    `again` is the path of the button that opens a form with the checked text.
    """
    head, *findings = report.splitlines()
    shown, page, pages = page_of(findings, page, FINDINGS)
    lines = "\n".join([fit(f"- {safe(found)}", FINDING_TEXT) for found in shown])
    at = f" · {_page(page, pages)}" if pages > 1 else ""
    file = Attachment(REPORT, report.encode()) if pages > 1 else None
    return message_of(
        text(f"### {safe(head)}{at}\n{note}".rstrip()),
        text(lines),
        file,
        *rows(page_buttons(lambda to: ComponentId("findings", path=(str(to), *again)), page, pages)),
        try_again(ComponentId(AGAIN, path=tuple(again))) if again else None,
    )


# The sets of a server


def compose_sets(
    sets: Mapping[str, Sequence[tuple[ServerSet, Source | None]]],
    games: Mapping[str, AnyCardGame],
    *,
    manages: bool = False,
) -> OutgoingMessage:
    """Return the list of a server's sets by game, with a menu to look at one.

    A person who `manages` the server gets the button to add one.
    """
    add = rows([button(gettext("Add a set"), ComponentId(SET_FILE))] if manages else [])
    if not sets:
        none = gettext("This server has no card sets of its own. Who manages it adds one with `/cards add`.")
        return message_of(text(none), *add)
    return message_of(*[part for key, kept in sets.items() for part in _sets_of(games[key], kept)], *add)


def _sets_of(game: AnyCardGame, sets: Sequence[tuple[ServerSet, Source | None]]) -> list[Any]:
    lines = []
    for kept, source in sets:
        cards = _number_of_cards(len(source.cards)) if source is not None else gettext("no longer fits")
        lines.append(f"`{kept.key}` **{_title(kept)}** · {cards}")
    options = [option(pgettext("card", kept.title), game.word_for(kept.key)) for kept, _ in sets]
    head = gettext(
        "### Card sets of this server for {game} ({number} of {most})",
        game=game.title,
        number=len(sets),
        most=MOST_SETS,
    )
    how = gettext(
        "-# Play with one: `/{game} new cards:` and its key. Matches keep the cards they were opened with.",
        game=game.key,
    )
    press = ComponentId("cardset", slot=game.key if game.named_in_controls else "")
    return [
        text("\n".join([head, *lines, how])),
        select(gettext("Look at a set"), press, options),
    ]


def compose_set(
    game: AnyCardGame, kept: ServerSet, source: Source | None, content: bytes, *, manages: bool
) -> OutgoingMessage:
    """Return one set of a server with its file."""
    file = Attachment(f"{kept.key}.toml", content)
    controls = [button(gettext("All sets"), ComponentId("cardsets"))]
    if source is not None:
        controls.insert(
            0, button(gettext("Cards"), ComponentId("cardlist", path=Shown.all_of(source).path), PRIMARY)
        )
        controls.append(sheets_button(source.word))
    word = game.word_for(kept.key)
    controls.append(button(gettext("Versions"), ComponentId("setvers", path=(word,))))
    controls.append(button(gettext("Matches"), ComponentId("setplays", path=(word,))))
    if manages:
        controls.append(button(gettext("Remove"), ComponentId("setask", path=(word,)), DANGER))
    return message_of(
        text(f"### {_title(kept)}\n{_set_details(kept, source)}"),
        file,
        *rows(controls),
    )


def compose_removal(game: AnyCardGame, kept: ServerSet) -> OutgoingMessage:
    """Return the question whether to remove a set."""
    question = gettext(
        "Remove **{title}** from this server? Running matches keep its cards.", title=_title(kept)
    )
    press = ComponentId("setgone", path=(game.word_for(kept.key),))
    return compose_question(question, gettext("Yes, remove it"), press, gettext("No, keep it"))


def compose_replacement(game: AnyCardGame, old: ServerSet, found: AnySet, content: bytes) -> OutgoingMessage:
    """Return the question whether an uploaded set replaces the one with the same key.

    The message has the file, so that the answer concerns this file, also after a restart.
    """
    question = gettext(
        "This server has a set with the key {key} already: **{old}**. Shall **{new}** take its place? Matches"
        " that run keep the cards they were opened with.",
        key=f"`{old.key}`",
        old=_title(old),
        new=_title(found),
    )
    press = ComponentId("setswap", path=(game.word_for(found.key),))
    yes, no = gettext("Yes, replace it"), gettext("No, keep the old one")
    return compose_question(question, yes, press, no, file=Attachment(f"{found.key}.toml", content))


def _title(kept: ServerSet | AnySet) -> str:
    """Return the title of a set, safe to print."""
    return safe(pgettext("card", kept.title))


def _set_details(kept: ServerSet, source: Source | None) -> str:
    since = stamp(kept.at, "D")
    if source is None or source.own is None:
        misfit = gettext(
            "It no longer fits the cards that come with the bot, so no new match can be "
            "opened with it. `/cards check` on its file says why."
        )
        return f"{gettext('Key {key}, added {day}.', key=f'`{kept.key}`', day=since)}\n{misfit}"
    cards = _number_of_cards(len(source.cards))
    lines = [
        gettext("Key {key}, {cards}, added {day}.", key=f"`{kept.key}`", cards=cards, day=since),
        safe(pgettext("card", source.own.description)),
    ]
    # an error that a new file would have, and that this set did not have when it was added
    lines += [
        gettext(
            "The check now refuses this, but did not when the set was added: {finding}. You can still "
            "play with it; correct it when you change the set.",
            finding=safe(str(fault)).rstrip("."),
        )
        for fault in source.faults[:1]
    ]
    for what, titles in source.game.contents(source.own).items():
        named = ", ".join([safe(pgettext("card", title)) for title in titles])
        lines += [f"{gettext(what)}: {named}"] if titles else []
    return fit("\n".join([line for line in lines if line]), 3000)

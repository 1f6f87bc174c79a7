"""How cards and card sets are shown: one card, lists of cards, findings of a check, the sets of a server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from bot.cardfiles import Reading
from bot.cardsets.ports import ServerSet
from bot.cardsets.service import MOST_SETS, Source
from bot.engine.language import N_, gettext, ngettext, pgettext
from bot.games.arclash.cards import AnyCard, CardSet, DeckList, Lineage
from bot.games.arclash.cardtext import in_words, stats
from cogs.controls import ComponentId, Control, button, select, whole_number
from cogs.layout import (
    OPTION_TEXT,
    OPTIONS,
    Attachment,
    OutgoingMessage,
    fit,
    message_of,
    page_of,
    picture_of,
    plain,
    rows,
    safe,
    text,
)
from cogs.posts import DANGER, PRIMARY
from renderers.contract import Picture

FINDINGS = 8
"""Findings on a page."""
CARDS = 10
"""Cards on a page."""
FINDING_TEXT = 350
REPORT = "report.txt"
ANY = "-"
"""In the place of a lineage or kind: all of them."""
NO_LINEAGE = "0"
KINDS = {
    ANY: N_("Every kind"),
    "1": N_("Level 1"),
    "2": N_("Level 2"),
    "3": N_("Level 3"),
    "4": N_("Level 4"),
    "0": N_("Supports"),
}


class Shown(msgspec.Struct, frozen=True):
    """Which cards a list shows."""

    source: str
    lineage: str = ANY
    kind: str = ANY
    page: int = 0

    @classmethod
    def of(cls, path: tuple[str, ...]) -> Shown:
        """Return what a control's path says; what says nothing sensible means everything."""
        source, lineage, kind, page = (*path, "", "", "", "")[:4]
        return cls(source, lineage or ANY, kind if kind in KINDS else ANY, whole_number(page))

    @property
    def path(self) -> tuple[str, ...]:
        """The path of a control that shows this list."""
        return (self.source, self.lineage, self.kind, str(self.page))

    def fits(self, card: AnyCard) -> bool:
        """Whether a card is to be shown."""
        return self.lineage in (ANY, card.lineage or NO_LINEAGE) and self.kind in (ANY, str(card.level))


# Cards


def compose_one_card(
    card: AnyCard, source: Source, picture: Picture, back: Shown | None = None
) -> OutgoingMessage:
    """Return a card with its picture and its text, with the way back to the list it was chosen from."""
    gallery, file = picture_of(picture, "card")
    controls = [_back_to(back)] if back is not None else []
    return message_of(text(card_in_words(card, source)), gallery, *rows(controls), attachments=[file])


def _back_to(back: Shown) -> Control:
    return button(gettext("Back to the list"), ComponentId("cardlist", path=back.path))


def card_in_words(card: AnyCard, source: Source) -> str:
    """Return all that stands on a card, safe to print."""
    said = in_words(card)
    traits = " ".join([f"[{trait}]" for trait in said.traits])
    lines = [f"### {safe(said.name)}", f"{said.kind} · {safe(traits)}" if traits else said.kind]
    lines += [safe(paragraph) for paragraph in said.rules]
    lines += [f"*{safe(said.flavour)}*"] if said.flavour else []
    return fit("\n".join([*lines, f"-# {' · '.join(_origin(card, source))}"]), 3500)


def _origin(card: AnyCard, source: Source) -> list[str]:
    """Return a card's number, lineage, set and artist, safe to print; those that it has."""
    lineage = source.pool.lineages.get(card.lineage)
    found = [card.number]
    found += [safe(pgettext("card", lineage.title))] if lineage else []
    found += [safe(gettext("set {title}", title=source.called))] if source.own is not None else []
    found += [gettext("drawn by {artist}", artist=safe(card.artist))] if card.artist else []
    return found


def compose_card_list(sources: Sequence[Source], wanted: Shown) -> OutgoingMessage:
    """Return a page of the cards there are, with menus to choose which and buttons to show each."""
    source = next((each for each in sources if each.key == wanted.source), sources[0])
    cards = [source.pool.cards[number] for number in source.numbers]
    fitting = sorted([card for card in cards if wanted.fits(card)], key=lambda card: card.number)
    shown, page, pages = page_of(fitting, wanted.page, CARDS)
    at = Shown(source.key, wanted.lineage, wanted.kind, page)
    lines = [f"`{card.number}` **{safe(pgettext('card', card.name))}** · {stats(card)}" for card in shown]
    return message_of(
        text(f"{_head(source)}\n{_number_of_cards(len(fitting))}, {_page(page, pages)}"),
        text("\n".join(lines) or gettext("No card fits this. Choose otherwise below.")),
        *rows([button(card.number, ComponentId("card", path=(*at.path, card.number))) for card in shown]),
        _source_menu(sources, at),
        *_lineage_menus(source, cards, at),
        _menu(gettext("Every kind"), at, "k", [(key, gettext(kind)) for key, kind in KINDS.items()], at.kind),
        *rows(_page_buttons(at, pages) if pages > 1 else []),
    )


def _head(source: Source) -> str:
    return gettext("### Cards: {title}", title=safe(source.called))


def _number_of_cards(number: int) -> str:
    return ngettext("{number} card", "{number} cards", number) if number else gettext("no card")


def _page(page: int, pages: int) -> str:
    return gettext("page {page} of {pages}", page=page + 1, pages=pages)


def _page_buttons(at: Shown, pages: int) -> list[Any]:
    turned = msgspec.structs.replace
    before, after = turned(at, page=max(at.page - 1, 0)), turned(at, page=at.page + 1)
    return [
        button(
            gettext("Previous"), ComponentId("cardlist", path=before.path, slot="p"), disabled=at.page == 0
        ),
        button(
            gettext("Next"), ComponentId("cardlist", path=after.path, slot="n"), disabled=at.page >= pages - 1
        ),
    ]


def _source_menu(sources: Sequence[Source], at: Shown) -> ui.ActionRow[Any] | None:
    if len(sources) < 2:
        return None
    return _menu(gettext("Cards of"), at, "s", [(each.key, each.called) for each in sources], at.source)


def _lineage_menus(source: Source, cards: Sequence[AnyCard], at: Shown) -> list[ui.ActionRow[Any]]:
    used = {card.lineage for card in cards}
    titles = [(key, pgettext("card", one.title)) for key, one in source.pool.lineages.items() if key in used]
    titles += [(NO_LINEAGE, gettext("Of no lineage"))] if "" in used else []
    parts = [titles[start : start + OPTIONS - 1] for start in range(0, len(titles), OPTIONS - 1)]
    every = gettext("Every lineage")
    return [
        _menu(every, at, f"l{number}", [(ANY, every), *part], at.lineage) for number, part in enumerate(parts)
    ]


def _menu(
    prompt: str, at: Shown, slot: str, values: Sequence[tuple[str, str]], chosen: str
) -> ui.ActionRow[Any]:
    options = [
        discord.SelectOption(label=fit(plain(title), OPTION_TEXT), value=key, default=key == chosen)
        for key, title in values
    ]
    return ui.ActionRow(select(prompt, ComponentId("cardmenu", path=(slot[0], *at.path), slot=slot), options))


# Checks


def report_of(reading: Reading) -> str:
    """Return everything that was found in a file as text: a line for each finding below the summary."""
    return "\n".join([summary(reading), *[str(found) for found in reading.findings]])


def summary(reading: Reading) -> str:
    """Return the numbers of errors and of advice, and of cards where there is no error."""
    errors = len(reading.errors)
    advice = len(reading.findings) - errors
    parts = [_number_of_cards(len(_all_cards(reading.set)))] if reading.set is not None else []
    parts.append(ngettext("{number} error", "{number} errors", errors) if errors else gettext("no error"))
    parts.append(ngettext("{number} advice", "{number} advice", advice) if advice else gettext("no advice"))
    return ", ".join(parts)


def compose_report(
    report: str, page: int = 0, note: str = "", *, always_file: bool = False
) -> OutgoingMessage:
    """Return a page of a report, which goes with it as a file where there is more than one page."""
    head, *findings = report.splitlines()
    shown, page, pages = page_of(findings, page, FINDINGS)
    lines = "\n".join([fit(f"- {safe(found)}", FINDING_TEXT) for found in shown])
    at = f" · {_page(page, pages)}" if pages > 1 else ""
    file = Attachment(REPORT, report.encode()) if pages > 1 or always_file else None
    turn = [
        button(
            gettext("Previous"),
            ComponentId("findings", path=(str(max(page - 1, 0)),), slot="p"),
            disabled=page == 0,
        ),
        button(
            gettext("Next"),
            ComponentId("findings", path=(str(page + 1),), slot="n"),
            disabled=page == pages - 1,
        ),
    ]
    return message_of(
        text(f"### {safe(head)}{at}\n{note}".rstrip()),
        text(lines),
        ui.File(file.url) if file is not None else None,
        *rows(turn if pages > 1 else []),
        attachments=[file] if file is not None else [],
    )


# The sets of a server


def compose_sets(sets: Sequence[tuple[ServerSet, Source | None]]) -> OutgoingMessage:
    """Return the list of a server's sets, each a choice to look at it."""
    if not sets:
        return message_of(
            text(
                gettext("This server has no card sets of its own. Who manages it adds one with `/cards add`.")
            )
        )
    lines = [_set_line(kept, source) for kept, source in sets]
    options = [
        discord.SelectOption(label=fit(plain(pgettext("card", kept.title)), OPTION_TEXT), value=kept.key)
        for kept, _ in sets
    ]
    chooser: ui.ActionRow[Any] = ui.ActionRow(
        select(gettext("Look at a set"), ComponentId("cardset"), options)
    )
    head = gettext("### Card sets of this server ({number} of {most})", number=len(sets), most=MOST_SETS)
    how = gettext(
        "-# Play with one: `/arclash new cards:` and its key. Matches keep the cards they were opened with."
    )
    return message_of(text("\n".join([head, *lines, how])), chooser)


def compose_set(kept: ServerSet, source: Source | None, content: bytes, *, manages: bool) -> OutgoingMessage:
    """Return one set of a server with its file."""
    file = Attachment(f"{kept.key}.toml", content)
    controls = [button(gettext("All sets"), ComponentId("cardsets"))]
    if source is not None:
        controls.insert(
            0, button(gettext("Cards"), ComponentId("cardlist", path=Shown(kept.key).path), PRIMARY)
        )
    if manages:
        controls.append(button(gettext("Remove"), ComponentId("setask", path=(kept.key,)), DANGER))
    return message_of(
        text(f"### {_title(kept)}\n{_set_details(kept, source)}"),
        ui.File(file.url),
        *rows(controls),
        attachments=[file],
    )


def compose_removal(kept: ServerSet) -> OutgoingMessage:
    """Return the question whether a set is to be removed."""
    controls = [
        button(gettext("Yes, remove it"), ComponentId("setgone", path=(kept.key,)), DANGER),
        button(gettext("No, keep it"), ComponentId("never")),
    ]
    question = gettext(
        "Remove **{title}** from this server? Matches that run with its cards go on.", title=_title(kept)
    )
    return message_of(text(question), *rows(controls))


def compose_replacement(old: ServerSet, found: CardSet, content: bytes) -> OutgoingMessage:
    """Return the question whether an uploaded set is to take the place of one of its key.

    The file goes with the question, so that the answer is about this very file, also after a restart.
    """
    file = Attachment(f"{found.key}.toml", content)
    controls = [
        button(gettext("Yes, replace it"), ComponentId("setswap", path=(found.key,)), DANGER),
        button(gettext("No, keep the old one"), ComponentId("never")),
    ]
    question = gettext(
        "This server has a set with the key {key} already: **{old}**. Shall **{new}** take its place? Matches"
        " that run keep the cards they were opened with.",
        key=f"`{old.key}`",
        old=_title(old),
        new=_title(found),
    )
    return message_of(text(question), ui.File(file.url), *rows(controls), attachments=[file])


def _set_line(kept: ServerSet, source: Source | None) -> str:
    cards = _number_of_cards(len(source.numbers)) if source is not None else gettext("does not fit any more")
    return f"`{kept.key}` **{_title(kept)}** · {cards}"


def _title(titled: ServerSet | CardSet | Lineage | DeckList) -> str:
    """Return what a set, a lineage or a ready deck is called, safe to print."""
    return safe(pgettext("card", titled.title))


def _set_details(kept: ServerSet, source: Source | None) -> str:
    since = discord.utils.format_dt(kept.at, "D")
    if source is None or source.own is None:
        misfit = gettext(
            "It does not fit the cards that come with the bot any more, so no new match can be opened with"
            " it. `/cards check` on its file says why."
        )
        return f"{gettext('Key {key}, added {day}.', key=f'`{kept.key}`', day=since)}\n{misfit}"
    own = source.own
    lineages = ", ".join([_title(one) for one in own.lineages.values()])
    decks = ", ".join([_title(deck) for deck in own.decks.values()])
    cards = _number_of_cards(len(_all_cards(own)))
    lines = [
        gettext("Key {key}, {cards}, added {day}.", key=f"`{kept.key}`", cards=cards, day=since),
        safe(pgettext("card", own.description)),
        gettext("Lineages: {lineages}", lineages=lineages) if lineages else "",
        gettext("Ready decks: {decks}", decks=decks) if decks else "",
    ]
    return fit("\n".join([line for line in lines if line]), 3000)


def _all_cards(own: CardSet) -> tuple[AnyCard, ...]:
    return (*own.characters, *own.supports)

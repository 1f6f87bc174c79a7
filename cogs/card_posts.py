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
from bot.engine.phrases import count
from bot.games.arclash.cards import AnyCard, CardSet, Character
from bot.games.arclash.cardtext import rules_text
from cogs.controls import Press, button, select
from cogs.layout import (
    OPTION_TEXT,
    OPTIONS,
    Attachment,
    Sheet,
    fit,
    page_of,
    picture_of,
    plain,
    rows,
    safe,
    sheet,
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
    ANY: "Every kind",
    "1": "Level 1",
    "2": "Level 2",
    "3": "Level 3",
    "4": "Level 4",
    "0": "Supports",
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
        return cls(
            source, lineage or ANY, kind if kind in KINDS else ANY, int(page) if page.isdecimal() else 0
        )

    @property
    def path(self) -> tuple[str, ...]:
        """The path of a control that shows this list."""
        return (self.source, self.lineage, self.kind, str(self.page))

    def fits(self, card: AnyCard) -> bool:
        """Whether a card is to be shown."""
        return self.lineage in (ANY, card.lineage or NO_LINEAGE) and self.kind in (ANY, str(card.level))


# Cards


def compose_one_card(card: AnyCard, source: Source, picture: Picture, back: Shown | None = None) -> Sheet:
    """Return a card with its picture and its text, with the way back to the list it was chosen from."""
    gallery, file = picture_of(picture, "card")
    controls = [button("Back to the list", Press("cardlist", path=back.path))] if back is not None else []
    return sheet(text(card_in_words(card, source)), gallery, *rows(controls), attachments=[file])


def card_in_words(card: AnyCard, source: Source) -> str:
    """Return all that stands on a card, safe to print."""
    if isinstance(card, Character):
        kind = f"Level {card.level} Character, power {card.power}"
        traits = " ".join([f"[{trait}]" for trait in card.traits])
    else:
        kind, traits = "Support", ""
    lineage = source.pool.lineages.get(card.lineage)
    where = " · ".join(
        [safe(words) for words in (card.number, lineage.title if lineage else "", _from(source)) if words]
    )
    lines = [f"### {safe(card.name)}", f"{kind} · {safe(traits)}" if traits else kind]
    lines += [safe(paragraph) for paragraph in rules_text(card)]
    lines += [f"*{safe(card.flavour)}*"] if card.flavour else []
    artist = f" · drawn by {safe(card.artist)}" if card.artist else ""
    return fit("\n".join([*lines, f"-# {where}{artist}"]), 3500)


def _from(source: Source) -> str:
    return f"set {source.title}" if source.own is not None else ""


def compose_card_list(sources: Sequence[Source], wanted: Shown) -> Sheet:
    """Return a page of the cards there are, with menus to choose which and buttons to show each."""
    source = next((each for each in sources if each.key == wanted.source), sources[0])
    cards = [source.pool.cards[number] for number in source.numbers]
    fitting = sorted([card for card in cards if wanted.fits(card)], key=lambda card: card.number)
    shown, page, pages = page_of(fitting, wanted.page, CARDS)
    at = Shown(source.key, wanted.lineage, wanted.kind, page)
    lines = [f"`{card.number}` **{safe(card.name)}** · {_stats(card)}" for card in shown]
    head = f"### Cards: {safe(source.title)}\n{count(len(fitting), 'card')}, page {page + 1} of {pages}"
    return sheet(
        text(head),
        text("\n".join(lines) or "No card fits this. Choose otherwise below."),
        *rows([button(card.number, Press("card", path=(*at.path, card.number))) for card in shown]),
        _source_menu(sources, at),
        *_lineage_menus(source, cards, at),
        _menu("Every kind", at, "k", list(KINDS.items()), at.kind),
        *rows(_page_buttons(at, pages) if pages > 1 else []),
    )


def _stats(card: AnyCard) -> str:
    return f"Level {card.level}, power {card.power}" if isinstance(card, Character) else "Support"


def _page_buttons(at: Shown, pages: int) -> list[Any]:
    turned = msgspec.structs.replace
    before, after = turned(at, page=max(at.page - 1, 0)), turned(at, page=at.page + 1)
    return [
        button("Previous", Press("cardlist", path=before.path, slot="p"), disabled=at.page == 0),
        button("Next", Press("cardlist", path=after.path, slot="n"), disabled=at.page >= pages - 1),
    ]


def _source_menu(sources: Sequence[Source], at: Shown) -> ui.ActionRow[Any] | None:
    if len(sources) < 2:
        return None
    return _menu("Cards of", at, "s", [(each.key, each.title) for each in sources], at.source)


def _lineage_menus(source: Source, cards: Sequence[AnyCard], at: Shown) -> list[ui.ActionRow[Any]]:
    used = {card.lineage for card in cards}
    titles = [(key, one.title) for key, one in source.pool.lineages.items() if key in used]
    titles += [(NO_LINEAGE, "Of no lineage")] if "" in used else []
    parts = [titles[start : start + OPTIONS - 1] for start in range(0, len(titles), OPTIONS - 1)]
    return [
        _menu("Every lineage", at, f"l{number}", [(ANY, "Every lineage"), *part], at.lineage)
        for number, part in enumerate(parts)
    ]


def _menu(
    prompt: str, at: Shown, slot: str, values: Sequence[tuple[str, str]], chosen: str
) -> ui.ActionRow[Any]:
    options = [
        discord.SelectOption(label=fit(plain(title), OPTION_TEXT), value=key, default=key == chosen)
        for key, title in values
    ]
    return ui.ActionRow(select(prompt, Press("cardmenu", path=(slot[0], *at.path), slot=slot), options))


# Checks


def report_of(reading: Reading) -> str:
    """Return everything that was found in a file as text: a line for each finding below the summary."""
    return "\n".join([summary(reading), *[str(found) for found in reading.findings]])


def summary(reading: Reading) -> str:
    """Return the numbers of errors and of advice, and of cards where there is no error."""
    errors = len(reading.errors)
    advice = len(reading.findings) - errors
    cards = count(len(_all_cards(reading.set)), "card") if reading.set is not None else ""
    parts = [cards, count(errors, "error"), f"{advice or 'no'} advice"]
    return ", ".join([part for part in parts if part])


def compose_report(report: str, page: int = 0, note: str = "", *, always_file: bool = False) -> Sheet:
    """Return a page of a report, which goes with it as a file where there is more than one page."""
    head, *findings = report.splitlines()
    shown, page, pages = page_of(findings, page, FINDINGS)
    lines = "\n".join([fit(f"- {safe(found)}", FINDING_TEXT) for found in shown])
    at = f" · page {page + 1} of {pages}" if pages > 1 else ""
    file = Attachment(REPORT, report.encode()) if pages > 1 or always_file else None
    turn = [
        button("Previous", Press("findings", path=(str(max(page - 1, 0)),), slot="p"), disabled=page == 0),
        button("Next", Press("findings", path=(str(page + 1),), slot="n"), disabled=page == pages - 1),
    ]
    return sheet(
        text(f"### {safe(head)}{at}\n{note}".rstrip()),
        text(lines),
        ui.File(file.url) if file is not None else None,
        *rows(turn if pages > 1 else []),
        attachments=[file] if file is not None else [],
    )


# The sets of a server


def compose_sets(sets: Sequence[tuple[ServerSet, Source | None]]) -> Sheet:
    """Return the list of a server's sets, each a choice to look at it."""
    if not sets:
        return sheet(
            text("This server has no card sets of its own. Who manages it adds one with `/cards add`.")
        )
    lines = [_set_line(kept, source) for kept, source in sets]
    options = [
        discord.SelectOption(label=fit(plain(kept.title), OPTION_TEXT), value=kept.key) for kept, _ in sets
    ]
    chooser: ui.ActionRow[Any] = ui.ActionRow(select("Look at a set", Press("cardset"), options))
    head = f"### Card sets of this server ({len(sets)} of {MOST_SETS})"
    how = "-# Play with one: `/arclash new cards:` and its key. Matches keep the cards they were opened with."
    return sheet(text("\n".join([head, *lines, how])), chooser)


def compose_set(kept: ServerSet, source: Source | None, content: bytes, *, manages: bool) -> Sheet:
    """Return one set of a server with its file."""
    file = Attachment(f"{kept.key}.toml", content)
    controls = [button("All sets", Press("cardsets"))]
    if source is not None:
        controls.insert(0, button("Cards", Press("cardlist", path=Shown(kept.key).path), PRIMARY))
    if manages:
        controls.append(button("Remove", Press("setask", path=(kept.key,)), DANGER))
    return sheet(
        text(f"### {safe(kept.title)}\n{_set_details(kept, source)}"),
        ui.File(file.url),
        *rows(controls),
        attachments=[file],
    )


def compose_removal(kept: ServerSet) -> Sheet:
    """Return the question whether a set is to be removed."""
    controls = [
        button("Yes, remove it", Press("setgone", path=(kept.key,)), DANGER),
        button("No, keep it", Press("never")),
    ]
    return sheet(
        text(f"Remove **{safe(kept.title)}** from this server? Matches that run with its cards go on."),
        *rows(controls),
    )


def compose_replacement(old: ServerSet, found: CardSet, content: bytes) -> Sheet:
    """Return the question whether an uploaded set is to take the place of one of its key.

    The file goes with the question, so that the answer is about this very file, also after a restart.
    """
    file = Attachment(f"{found.key}.toml", content)
    controls = [
        button("Yes, replace it", Press("setswap", path=(found.key,)), DANGER),
        button("No, keep the old one", Press("never")),
    ]
    question = (
        f"This server has a set with the key `{old.key}` already: **{safe(old.title)}**. Shall"
        f" **{safe(found.title)}** take its place? Matches that run keep the cards they were opened with."
    )
    return sheet(text(question), ui.File(file.url), *rows(controls), attachments=[file])


def _set_line(kept: ServerSet, source: Source | None) -> str:
    cards = count(len(source.numbers), "card") if source is not None else "does not fit any more"
    return f"`{kept.key}` **{safe(kept.title)}** · {cards}"


def _set_details(kept: ServerSet, source: Source | None) -> str:
    since = discord.utils.format_dt(kept.at, "D")
    if source is None or source.own is None:
        return (
            f"Key `{kept.key}`, added {since}.\nIt does not fit the cards that come with the bot any more,"
            " so no new match can be opened with it. `/cards check` on its file says why."
        )
    own = source.own
    lineages = ", ".join([safe(one.title) for one in own.lineages.values()])
    decks = ", ".join([safe(deck.title) for deck in own.decks.values()])
    lines = [
        f"Key `{kept.key}`, {count(len(_all_cards(own)), 'card')}, added {since}.",
        safe(own.description),
        f"Lineages: {lineages}" if lineages else "",
        f"Ready decks: {decks}" if decks else "",
    ]
    return fit("\n".join([line for line in lines if line]), 3000)


def _all_cards(own: CardSet) -> tuple[AnyCard, ...]:
    return (*own.characters, *own.supports)

"""Pages of cards: a single card, and the list."""

from __future__ import annotations

from collections.abc import Mapping

from bot.base.language import gettext, pgettext
from bot.engine.cards.deckbuilding import spellings
from bot.engine.cards.game import AnyCard
from bot.engine.sentences import echo
from bot.engine.spelling import name_key, ranked
from bot.parts.workshop.sets.service import CardSets, SetRefused, Source
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId
from cogs.kit.layout import OutgoingMessage, fit
from cogs.kit.replies import CHOICE_TEXT, Choices, defer_in_place_if_slow, offer, ordered, show
from cogs.workshop.card_games import CARDS, card_game_here, games_with
from cogs.workshop.card_posts import Shown, compose_card_list, compose_one_card
from cogs.workshop.server_sets import CARD_GONE, named_set

# Unique words for the cards of a server, and their autocomplete.


APART = " ~ "
"""Separates the key of a set and a set number in such a word."""


def words_for_cards(sources: list[Source]) -> dict[str, str]:
    """Return the title of each card in a choice, by its unique word."""
    words = {}
    for source in sources:
        for card in source.cards:
            whose = f" · {source.called}" if source.own is not None else ""
            name = pgettext("card", card.name)
            words[_word_for(source, card)] = fit(f"{name} ({card.number}){whose}", CHOICE_TEXT)
    return words


def spellings_of_cards(sources: list[Source], titles: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the unique words of cards by the possible typed text: their titles, and English names."""
    by_spelling: dict[str, list[str]] = {}
    for word, title in titles.items():
        by_spelling.setdefault(title, []).append(word)
    for source in sources:
        for card in source.cards:
            for name in spellings(card.name)[1:]:
                by_spelling.setdefault(name, []).append(_word_for(source, card))
    return by_spelling


def _word_for(source: Source, card: AnyCard) -> str:
    """Return the unique word of a card of a game."""
    return f"{source.key}{APART}{card.number}" if source.own is not None else card.number


def no_card(sources: list[Source], word: str) -> str:
    """Return the sentence that there is no such card, with the most similar one."""
    titles = words_for_cards(sources)
    spelt = spellings_of_cards(sources, titles)
    near = ranked(word, {spelling: spelling for spelling in spelt}, most=1, alike=60)
    if not near:
        return gettext("There is no card {word}. /cards list shows all there are.", word=echo(word))
    card = titles[spelt[near[0]][0]]
    return gettext("There is no card {word}. Did you mean {card}?", word=echo(word), card=card)


class CardBrowser:
    """Finds the cards of a server, and handles the controls of their list."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.card_sets = bot.services.of(CardSets)
        bot.handle_presses(self)

    async def find(self, interaction: Interaction, word: str, game: str) -> tuple[Source, AnyCard]:
        """Return a card by its word from autocomplete, its set number or its name. Raises `Refusal`."""
        key, _, number = word.rpartition(APART)
        folded = name_key(number)
        sources = await self._sources(interaction, *games_with(self.bot, CARDS, game))
        matching: dict[str, tuple[Source, AnyCard]] = {}
        for source in sources:
            for card in source.cards:
                names = [name_key(each) for each in (card.number, *spellings(card.name))]
                if key in ("", source.key) and folded in names:
                    matching.setdefault(source.game.key, (source, card))
        if not matching:
            raise SetRefused(no_card(sources, word))
        return matching[(await card_game_here(interaction, matching)).key]

    async def suggested(self, interaction: Interaction, typed: str, game: str) -> Choices:
        """Return the cards that match the typed text. Raises `Refusal`."""
        sources = await self._sources(interaction, *games_with(self.bot, CARDS, game))
        titles = words_for_cards(sources)
        spelt = spellings_of_cards(sources, titles)
        fitting = dict.fromkeys([word for text in ordered(spelt, typed) for word in spelt[text]])
        return offer((titles[word], word) for word in fitting)

    async def page(
        self, interaction: Interaction, source: Source, card: AnyCard, back: Shown | None = None
    ) -> OutgoingMessage:
        """Return a card with its picture, and with a button back to its list where there is one."""
        game, guild = self.bot.games[source.game.key], interaction.guild_id
        picture = await self.bot.draw_card(game, card.number, source.pool.hash, guild=guild)
        return compose_one_card(card, source, picture, back)

    async def listed(self, interaction: Interaction, wanted: str, game: str) -> OutgoingMessage:
        """Return the list of the cards of a set, or of those that come with the bot. Raises `Refusal`."""
        kept = await named_set(interaction, wanted, game) if wanted else None
        games = games_with(self.bot, CARDS, game) if kept is None else [kept.game]
        meant = await card_game_here(interaction, games)
        shown = Shown(meant.word_for(kept.key) if kept is not None else "")
        return compose_card_list(await self._sources(interaction, meant.key), shown)

    async def press_card(self, interaction: Interaction, press: ComponentId) -> None:
        """Replace the list by one of its cards."""
        await defer_in_place_if_slow(interaction)
        back, number = Shown.of(press.path[:-1]), press.last
        source = back.among(await self._sources_for(interaction, back))
        if source is None or number not in source.pool.cards:
            raise SetRefused.translated(CARD_GONE)
        await show(interaction, await self.page(interaction, source, source.pool.cards[number], back))

    async def press_cardlist(self, interaction: Interaction, press: ComponentId) -> None:
        """Show a page of a list of cards."""
        await defer_in_place_if_slow(interaction)
        shown = Shown.of(press.path)
        await show(interaction, compose_card_list(await self._sources_for(interaction, shown), shown))

    async def press_cardmenu(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the cards that were chosen in a menu of a list."""
        await defer_in_place_if_slow(interaction)
        which, *path, chosen = press.path if len(press.path) > 1 else ("", "", "")
        at = Shown.of(tuple(path))
        sources = await self._sources_for(interaction, at)
        await show(interaction, compose_card_list(sources, at.chosen(which, chosen, sources)))

    async def _sources(self, interaction: Interaction, *games: str) -> list[Source]:
        return [each for key in games for each in await self.card_sets.sources(interaction.guild_id, key)]

    async def _sources_for(self, interaction: Interaction, shown: Shown) -> list[Source]:
        return await self._sources(interaction, self.card_sets.game_of_word(shown.source).key)

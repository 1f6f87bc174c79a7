"""Pages of cards: a single card, and the list."""

from __future__ import annotations

from bot.cardsets.service import SetRefused, Source
from bot.engine.cardgames import AnyCard
from bot.engine.deckbuilding import spellings
from bot.engine.spelling import name_key
from cogs.cards.card_games import CARDS, card_game_here, games_with
from cogs.cards.card_posts import Shown, compose_card_list, compose_one_card
from cogs.cards.card_words import APART, no_card, spellings_of_cards, words_for_cards
from cogs.cards.server_sets import named_set
from cogs.kit.client import Client, Interaction
from cogs.kit.controls import ComponentId
from cogs.kit.layout import OutgoingMessage
from cogs.kit.replies import Choices, defer_in_place, offer, ordered, show


class CardBrowser:
    """Finds the cards of a server, and handles the controls of their list."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.card_sets = bot.card_sets
        bot.handle("card", self.press_card)
        bot.handle("cardlist", self.press_cardlist)
        bot.handle("cardmenu", self.press_cardmenu)

    async def find(self, interaction: Interaction, word: str, game: str) -> tuple[Source, AnyCard]:
        """Return a card by its word from autocomplete, its set number or its name. Raises `Refusal`."""
        key, _, number = word.rpartition(APART)
        folded = name_key(number)
        sources = await self._sources(interaction, *games_with(self.bot, CARDS, game))
        found: dict[str, tuple[Source, AnyCard]] = {}
        for source in sources:
            for card in source.cards:
                names = [name_key(each) for each in (card.number, *spellings(card.name))]
                if key in ("", source.key) and folded in names:
                    found.setdefault(source.game.key, (source, card))
        if not found:
            raise SetRefused(no_card(sources, word))
        return found[(await card_game_here(interaction, found)).key]

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
        await defer_in_place(interaction)
        back, number = Shown.of(press.path[:-1]), press.last
        source = back.among(await self._sources_for(interaction, back))
        if source is None or number not in source.pool.cards:
            raise SetRefused.translated("This card no longer exists: its set was changed or removed.")
        await show(interaction, await self.page(interaction, source, source.pool.cards[number], back))

    async def press_cardlist(self, interaction: Interaction, press: ComponentId) -> None:
        """Show a page of a list of cards."""
        await defer_in_place(interaction)
        shown = Shown.of(press.path)
        await show(interaction, compose_card_list(await self._sources_for(interaction, shown), shown))

    async def press_cardmenu(self, interaction: Interaction, press: ComponentId) -> None:
        """Show the cards that were chosen in a menu of a list."""
        await defer_in_place(interaction)
        which, *path, chosen = press.path if len(press.path) > 1 else ("", "", "")
        at = Shown.of(tuple(path))
        sources = await self._sources_for(interaction, at)
        await show(interaction, compose_card_list(sources, at.chosen(which, chosen, sources)))

    async def _sources(self, interaction: Interaction, *games: str) -> list[Source]:
        return [each for key in games for each in await self.card_sets.sources(interaction.guild_id, key)]

    async def _sources_for(self, interaction: Interaction, shown: Shown) -> list[Source]:
        return await self._sources(interaction, self.card_sets.game_of_word(shown.source).key)

"""A deck with the cards available for it: those that come with the bot, and those of a server."""

from __future__ import annotations

from collections.abc import Iterable

from bot.base.language import N_, gettext, pgettext
from bot.engine.cards.deckbuilding import DeckBuilding, Entries, ReadyDeck, spellings
from bot.engine.errors import Refusal
from bot.engine.spelling import name_key, typed
from bot.games.game import Game
from bot.matches.errors import WrongStage
from bot.matches.model import MatchView, Stage
from bot.matches.play import seat_of
from bot.parts.decks.lists import DeckRefused
from bot.parts.decks.ports import KeptDeck
from bot.parts.decks.service import DeckService
from bot.parts.workshop.sets.service import CardSets
from cogs.decks.posts import Bench, Shelf, shelf_and_group
from cogs.kit.client import Client, Interaction
from cogs.play.screens import may_bring
from cogs.workshop.card_games import Sort, match_here

DECKS = Sort(
    lambda game: game.decks,
    N_('There is no game "{game}". Those with decks are: {games}.'),
    N_("{game} has no decks of your own."),
    N_("There is no game here for which decks are built."),
    N_("Say with the option game which the deck is for: {games}."),
)


def building_of(game: Game) -> DeckBuilding:
    """Return the deck rules of a game. Raises `Refusal` for a game without decks."""
    if game.decks is None:
        raise Refusal.translated(DECKS.without, game=game.title)
    return game.decks


async def pool_of_list(bot: Client, guild: int | None, game: Game, words: str) -> str:
    """Return the hash of the cards that fit a list best, by its set numbers."""
    numbers = building_of(game).number.findall(typed(words).upper())
    return (await bot.services.of(CardSets).pool_for(guild, game.key, numbers)).hash


async def entries_to_begin(bot: Client, user: int, game: Game, word: str) -> Entries:
    """Return the first cards of a player's new deck. Raises `DeckRefused` with the ready decks."""
    if not word:
        return ()
    deck = ready_deck(game, word)
    if deck is not None:
        return deck.entries
    try:
        return (await bot.services.of(DeckService).find(user, word, game.key)).entries
    except DeckRefused:
        ready = [pgettext("card", deck.title) for deck in building_of(game).ready(None).values()]
        raise DeckRefused(
            gettext(
                "There is no ready deck or deck of yours with this name. The ready decks are: {titles}.",
                titles=", ".join(ready),
            )
        ) from None


def ready_deck(game: Game, word: str) -> ReadyDeck | None:
    """Return the ready deck of a game with this key or this title in any language, or None."""
    for key, deck in building_of(game).ready(None).items():
        if name_key(word) in (key, *map(name_key, spellings(deck.title))):
            return deck
    return None


def beginnings_by_word(game: Game, mine: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Return the decks from which a new one can begin, by typed words: ready ones and the player's own.

    Each has a word that is valid in any language, and its title in the current language.
    """
    shown = {deck.title: pgettext("card", deck.title) for deck in building_of(game).ready(None).values()}
    beginnings = {title: (word, title) for word, title in shown.items()}
    for name in mine:
        beginnings.setdefault(name, (name, name))
    for word, title in shown.items():
        beginnings.setdefault(word, (word, title))
    return beginnings


async def bench_of(bot: Client, interaction: Interaction, deck: KeptDeck, *, listed: bool = False) -> Bench:
    """Return a deck with the cards available on this server, and the budget of the channel's match, if any.

    A deck that is `listed` with others comes without the cards that could be added. Raises `Refusal`.
    """
    game, guild = bot.newest_game(deck.game), interaction.guild_id
    pool = (
        await bot.services.of(CardSets).pool_for(guild, game.key, [number for number, _ in deck.entries])
    ).hash
    shelves = () if listed else await _shelves(bot, guild, game)
    here = await match_here(bot, interaction)
    options = here.options if here is not None and here.game == game.key and not here.stage.ended else None
    return Bench(game, building_of(game), deck, pool, shelves, options)


async def bench_at(bot: Client, deck: KeptDeck, match_view: MatchView) -> Bench:
    """Return a deck compared with the cards and the options of a match."""
    game = bot.newest_game(deck.game)
    return Bench(game, building_of(game), deck, match_view.match.cards, options=match_view.match.options)


async def pool_of_shelf(bot: Client, guild: int | None, game: Game, where: str) -> str | None:
    """Return the hash of the cards of a shelf, such as "standard~tide"; None for the default ones."""
    key, _ = shelf_and_group(where)
    shelf = next((each for each in await _shelves(bot, guild, game) if each.key == key), None)
    return None if shelf is None else shelf.pool


async def look_here(bot: Client, interaction: Interaction, game: Game) -> MatchView | None:
    """Return the user's view of the running match of this game in the channel; None where there is none."""
    info = await match_here(bot, interaction)
    if info is None or info.game != game.key or info.stage is not Stage.PLAYING:
        return None
    try:
        return await bot.service.match_view(info.id, interaction.user.id)
    except Refusal:
        return None


async def look_to_bring(bot: Client, interaction: Interaction, game: Game) -> MatchView:
    """Return the user's view of the channel's match, for which they may choose a deck. Raises `Refusal`."""
    match_view = await look_here(bot, interaction, game)
    if match_view is None:
        raise WrongStage.translated(
            "No match of {game} is played in this channel. /match new opens one.", game=game.title
        )
    seat_of(match_view.match, interaction.user.id)  # or the user reads that there is none
    if not may_bring(game, match_view):
        raise Refusal.translated("Decks are chosen before the match begins, and all have chosen theirs.")
    return match_view


async def _shelves(bot: Client, guild: int | None, game: Game) -> tuple[Shelf, ...]:
    return tuple(
        [
            Shelf(
                source.key, source.called, source.pool.hash, frozenset([card.number for card in source.cards])
            )
            if source.own is not None
            else Shelf(source.key, source.called, None)
            for source in await bot.services.of(CardSets).sources(guild, game.key)
        ]
    )

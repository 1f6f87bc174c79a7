"""Laying a deck out with the cards it can be built from: the usual ones, and those of a server."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from bot.client import Tablepost
from bot.decks.errors import DeckRefused
from bot.decks.ports import KeptDeck, deck_key
from bot.engine.deckbuilding import DeckBuilding, Entries, ReadyDeck, spellings
from bot.engine.errors import Refusal
from bot.engine.language import gettext, pgettext
from bot.matches.errors import WrongStage
from bot.matches.model import MatchView, Stage
from bot.matches.play import seat_of
from bot.registry import Game
from cogs.controls import Interaction
from cogs.deck_posts import Bench, Shelf, shelf_and_group
from cogs.screens import may_bring

USUAL = "standard"


def games_with_decks(bot: Tablepost) -> dict[str, Game]:
    """Return the games for which players build decks, by key."""
    return {key: game for key, game in bot.games.items() if game.decks is not None}


def building_of(game: Game) -> DeckBuilding:
    """Return how decks of a game are built. Raises `Refusal` for a game without decks."""
    if game.decks is None:
        raise Refusal(gettext("{game} is played without decks of one's own.", game=game.title))
    return game.decks


async def game_meant(bot: Tablepost, interaction: Interaction, word: str) -> Game:
    """Return the game of this key; without a word that of the channel's match, else the first with decks."""
    here = ""
    if not word and interaction.channel_id is not None:
        with suppress(Refusal):
            here = (await bot.service.in_channel(interaction.channel_id)).game
    return _game_of(bot, word, here)


def game_at_hand(bot: Tablepost, interaction: Interaction, word: str) -> Game:
    """Return what `game_meant` does, from memory alone: a form is the first answer to an interaction."""
    channel = interaction.channel_id
    match_view = None if channel is None else bot.service.cached_view(channel, interaction.user.id)
    return _game_of(bot, word, match_view.match.game if match_view else "")


def _game_of(bot: Tablepost, word: str, here: str) -> Game:
    able = games_with_decks(bot)
    if word:
        found = bot.games.get(word.lower())
        if found is None:
            raise Refusal(
                gettext("There is no such game. Those with decks are: {games}.", games=", ".join(able))
            )
        building_of(found)
        return found
    if not able:
        raise Refusal(gettext("There is no game here for which decks are built."))
    return able.get(here) or next(iter(able.values()))


async def entries_to_begin(bot: Tablepost, user: int, game: Game, word: str) -> Entries:
    """Return the cards that a player's new deck begins with. Raises `DeckRefused` with the ready decks."""
    if not word:
        return ()
    ready = building_of(game).ready(None)
    for key, deck in ready.items():
        if deck_key(word) in (key, *[deck_key(title) for title in spellings(deck.title)]):
            return deck.entries
    try:
        return (await bot.decks.find(user, word, game.key)).entries
    except DeckRefused:
        raise DeckRefused(_nothing_to_begin_with(ready.values())) from None


def beginnings_by_word(game: Game, mine: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Return the decks that a new one can begin from, ready ones and a player's own, by words typed for them.

    Of each the word that names it in any language, and what it is called in the one that is spoken.
    """
    shown = {deck.title: pgettext("card", deck.title) for deck in building_of(game).ready(None).values()}
    found = {title: (word, title) for word, title in shown.items()}
    for name in mine:
        found.setdefault(name, (name, name))
    for word, title in shown.items():
        found.setdefault(word, (word, title))
    return found


def _nothing_to_begin_with(ready: Iterable[ReadyDeck]) -> str:
    return gettext(
        "There is no ready deck of this name, nor a deck of yours. The ready decks are: {titles}.",
        titles=", ".join([pgettext("card", deck.title) for deck in ready]),
    )


async def bench_of(bot: Tablepost, guild: int | None, deck: KeptDeck) -> Bench:
    """Return a deck with the cards there are for it on this server. Raises `Refusal`."""
    game = bot.game_of(deck)
    building = building_of(game)
    pool = await pool_for(bot, guild, game, deck.entries)
    return Bench(game, building, deck, pool, await _shelves(bot, guild, game))


async def bench_in_list(bot: Tablepost, guild: int | None, deck: KeptDeck) -> Bench:
    """Return a deck to be listed with others, without the cards that could be added to it."""
    game = bot.game_of(deck)
    return Bench(game, building_of(game), deck, await pool_for(bot, guild, game, deck.entries))


async def bench_at(bot: Tablepost, deck: KeptDeck, match_view: MatchView) -> Bench:
    """Return a deck held against the cards of a match."""
    game = bot.game_of(deck)
    building = building_of(game)
    return Bench(game, building, deck, building.pool_of(match_view.view))


async def pool_for(bot: Tablepost, guild: int | None, game: Game, entries: Entries) -> str | None:
    """Return the hash of the cards that a deck is best held against here; None for the usual ones."""
    if game.key != bot.card_sets.game:
        return None
    return (await bot.card_sets.pool_for(guild, [number for number, _ in entries])).hash


async def pool_of_shelf(bot: Tablepost, guild: int | None, game: Game, where: str) -> str | None:
    """Return the hash of the cards of a shelf, such as "standard~tide"; None for the usual ones."""
    key, _ = shelf_and_group(where)
    shelf = next((each for each in await _shelves(bot, guild, game) if each.key == key), None)
    return None if shelf is None else shelf.pool


async def look_here(bot: Tablepost, interaction: Interaction, game: Game) -> MatchView | None:
    """Return how who asks sees the running match of this game in the channel; None where there is none."""
    if interaction.channel_id is None:
        return None
    try:
        info = await bot.service.in_channel(interaction.channel_id)
        if info.game != game.key or info.stage is not Stage.PLAYING:
            return None
        return await bot.service.match_view(info.id, interaction.user.id)
    except Refusal:
        return None


async def look_to_bring(bot: Tablepost, interaction: Interaction, game: Game) -> MatchView:
    """Return how who asks sees the match here to which they may bring a deck. Raises a `Refusal`."""
    match_view = await look_here(bot, interaction, game)
    if match_view is None:
        raise WrongStage(
            gettext("No match of {game} is played in this channel. /match new opens one.", game=game.title)
        )
    seat_of(match_view.match, interaction.user.id)  # or who asks is told that they have none
    if not may_bring(game, match_view):
        raise Refusal(gettext("Decks are chosen before the match begins, and all have chosen theirs."))
    return match_view


async def _shelves(bot: Tablepost, guild: int | None, game: Game) -> tuple[Shelf, ...]:
    if game.key != bot.card_sets.game:
        return (Shelf(USUAL, game.title, None),)
    return tuple(
        [
            Shelf(source.key, source.called, source.pool.hash, frozenset(source.numbers))
            if source.own is not None
            else Shelf(source.key, source.called, None)
            for source in await bot.card_sets.sources(guild)
        ]
    )

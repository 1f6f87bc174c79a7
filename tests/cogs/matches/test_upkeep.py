"""Once a day the bot forgets what is of no use any more."""

from __future__ import annotations

from tests.cogs.club import Club
from tests.cogs.days import away_for
from tests.cogs.league import person


async def test_what_is_older_than_thirty_days_is_gone_when_the_bot_has_run_on(club: Club) -> None:
    info = await club.lobby(club.ben)
    store = club.stores[-1]
    request = "remembered"
    await club.service.lobby.join(info.id, person(club.ann), word="luck", request=request)
    await club.bot.publish_pending(info.id)
    await away_for(club, days=29)
    await club.env.advance_time(1)
    assert await store.match_of_request(request) == info.id
    await away_for(club, days=2)
    await club.env.advance_time(1)
    assert await club.stores[-1].match_of_request(request) is None
    assert (await club.here()).seats[0].word == "luck"

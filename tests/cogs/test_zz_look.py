from tests.cogs.club import Club
from tests.cogs.players import click, labels_of, said, words_of, controls_of

async def test_look(club: Club) -> None:
    def show(what, post):
        print("=====", what); print(words_of(post)); print(labels_of(post))
    for code in ("en-US", "de"):
        club.speaks(club.ann, code)
        r = await club.ann.slash(club.channel, "help"); show("help", r.response)
        r = await club.ann.slash(club.channel, "play"); show("play", r.response)
        r = await club.ann.slash(club.channel, "learn"); show("learn", r.response)
        r = await club.ann.slash(club.channel, "act"); show("act", r.response)
        for sub in ("matches", "statistics", "settings", "records"):
            try:
                r = await club.ann.slash(club.channel, f"me {sub}"); show("me "+sub, r.response)
            except Exception as e: print("me", sub, type(e), str(e)[:300])
    r = await club.ann.slash(club.channel, "play"); post=r.response
    before=labels_of(post)
    one = await click(club.ann, post, before[0])
    print("after press:", labels_of(post), said(one))
    try:
        two = await club.ann.click(post, label=before[0])
        print("second:", said(two))
    except Exception as e: print("second press:", type(e).__name__, str(e)[:200])
    r = await club.ann.slash(club.channel, "match new", game="overcross"); print(said(r)); 
    for t in club.channel.threads: print(t.name)

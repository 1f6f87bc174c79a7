"""Discord in, Discord out: commands, buttons, posts and DMs. No rules, no SQL."""

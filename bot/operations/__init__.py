"""What operators do for the whole bot: notices, blocks, draining, errands, and the log of these acts."""

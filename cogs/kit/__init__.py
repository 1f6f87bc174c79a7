"""What all cogs stand on: the client, controls, messages and their limits, answers, languages."""

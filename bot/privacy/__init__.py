"""What is kept about a person: shown, handed out and deleted. Knows no Discord and no SQL."""

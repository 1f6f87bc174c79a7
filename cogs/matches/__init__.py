"""`/match` and the commands of each game: opening, agreements, history, films, proofs."""

"""Words that games with cards share: each is one class, which says what it means, what it is called, and what
can be wrong with it. A game takes those that it wants into its `vocabulary.Vocabulary`, beside its own.
"""

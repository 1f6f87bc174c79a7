"""The words that games share: each is one class with its meaning, name and possible faults.

A game lists the ones it uses in its `vocabulary.Vocabulary`, beside its own.
"""

"""The computer players of Overcross.

plotter.py: the normal and the hard player. weights.py: their weights. situation.py: what one seat sees, and
what attacks do. aims.py: how near the objective a Character is. plans.py: where a Character goes and whom it
attacks. effects.py: what the words of cards are worth. plays.py: playing cards. answers.py: decks, first
hands, discards, and what cards ask. reasons.py: why a player does something, in a sentence.
"""

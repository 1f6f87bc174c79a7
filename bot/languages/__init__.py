"""The languages in which the bot speaks: their catalogues, and what of the program has to be translated.

English is written in the program itself. Every other language is a folder of `data/languages`, named by its
code, with one catalogue (a gettext .po file) for each part of the program. docs/LANGUAGES.md tells how to add
one.
"""

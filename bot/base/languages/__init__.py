"""The languages of the bot: their catalogues, and the messages of the program to translate.

English is written in the program itself. Every other language is a folder of `data/languages`, named by its
code, with one catalogue (a gettext .po file) for each part of the program. docs/LANGUAGES.md explains how to
add one.
"""

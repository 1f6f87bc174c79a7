"""The cards of Overcross: printed content (`cards`), card language (`words`), its interface to the table
(`field`), and permanent effects (`statics`).
"""

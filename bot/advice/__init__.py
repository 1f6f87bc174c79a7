"""What the computers say to people: hints while a match goes on, why they did something, reviews of its end.

All of it is worked out from views, in worker processes.
"""

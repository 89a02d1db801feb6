"""An independent reference for the vectors, written from the specifications and the project's rulings.

It imports nothing of sortid. `README.md` beside this file says how to use it.
"""

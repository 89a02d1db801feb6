"""An independent reference for the vectors, implemented from the specifications and the project's rulings.

It imports nothing of sortid. `README.md` beside this file explains its use.
"""

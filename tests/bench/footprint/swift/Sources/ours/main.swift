// A program with one id, to measure its size and start time.

import Sortid

print(Uuid7())

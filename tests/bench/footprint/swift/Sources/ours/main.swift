// A program of one id, whose size and start are measured.

import Sortid

print(Uuid7())

// The peer's program, to measure its size and start time.

import Foundation

print(UUID())

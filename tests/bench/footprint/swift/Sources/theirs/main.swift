// The program of the peer, whose size and start are measured.

import Foundation

print(UUID())

"""`python -m sortid_cli`."""

import sys

from sortid_cli import main

sys.exit(main())

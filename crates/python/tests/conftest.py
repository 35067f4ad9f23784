"""The tests share the rules of `puzzles.py`."""

import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

# A shell lets programs in the background ignore it, and Python leaves it ignored then.
signal.signal(signal.SIGINT, signal.default_int_handler)

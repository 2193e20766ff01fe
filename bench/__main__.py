"""The measurements of `make bench`: pages and saving, imports, and the engine on a phone.
Pages and saving are compared with a bare page and ihatemoney.
"""

from __future__ import annotations

import subprocess
import sys

import dev


def main() -> int:
    dev.chromium()
    modules = ("bench.pages", "bench.ihatemoney", "bench.imports", "bench.engine", "bench.outbox")
    return max(subprocess.run([sys.executable, "-m", module], check=False).returncode for module in modules)


if __name__ == "__main__":
    sys.exit(main())

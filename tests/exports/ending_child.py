"""A process that ends as its input says, for `test_apart.py`."""

import signal
import sys

from dokoclub.exports.sandbox.process import MEMORY, run_limited


def end_so() -> None:
    match sys.stdin.read():
        case "well":
            sys.stdout.write("gelesen")
        case "memory":
            bytearray(2 * MEMORY)
        case "abort":
            signal.raise_signal(signal.SIGABRT)
        case "time":
            signal.pause()
        case "wrong":
            raise ValueError("Anna")


if __name__ == "__main__":
    run_limited(end_so)

"""`python -m app`, the same as `residual-lab`.

The rest is imported late: that takes long, and Ctrl-C must end it without a traceback.
"""

import signal
import sys


def main() -> int:
    """Run the command that the arguments name; its exit code."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from app import cli

    return cli.main()


if __name__ == "__main__":
    sys.exit(main())

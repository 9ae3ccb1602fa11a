"""What ends a command from outside, Ctrl-C or a signal: nothing half written is left behind, and nothing is printed."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

# The last comes when a terminal is closed; Windows has none.
ENDS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Interrupted(BaseException):
    """A signal has ended the command; its number says which."""

    def __init__(self, number: int):
        super().__init__(number)
        self.number = number


@contextmanager
def unwinding() -> Iterator[None]:
    """While there is something to clean up, a signal that would end the process at once raises Interrupted instead.

    Signals that were ignored before, as under nohup, still are.
    """
    before = {number: signal.getsignal(number) for number in ENDS}
    ours = [number for number, how in before.items() if how in (signal.SIG_DFL, signal.default_int_handler)]

    def leave(number: int, _: FrameType | None) -> None:
        for each in ours:
            signal.signal(each, signal.SIG_IGN)  # the cleaning up is short, and nobody ends that
        raise Interrupted(number)

    try:
        for number in ours:
            signal.signal(number, leave)
        yield
    finally:
        for number in ours:
            signal.signal(number, before[number])

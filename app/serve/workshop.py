"""Work that takes longer than an answer should: done beside the event loop, the same thing once, and within bounds."""

from asyncio import Future, shield, wrap_future
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from tornado.web import HTTPError

BUSY = "The server has too much to do at the moment. Please try again in a few seconds."


class Full(HTTPError):
    """503: as much is going on as this server lets go on; with a sentence, and when to try again, in seconds."""

    def __init__(self, sentence: str = BUSY, retry_after: int = 5) -> None:
        super().__init__(503)
        self.sentence = sentence
        self.retry_after = retry_after


@dataclass
class Job:
    """Work that is waiting or being done, and how many wait for it."""

    result: "Future[Any]"
    waiting: int = 0


class Workshop:
    """One worker, and at most `most` pieces of work at a time, the one that is being done among them.

    Work that nobody waits for any more is not begun.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._worker = ThreadPoolExecutor(1)
        self._jobs: dict[Hashable, Job] = {}

    async def do(self, key: Hashable, work: Callable[[], Any]) -> Any:
        """What `work` returns, or the same work for somebody else. Raises Full, and whatever `work` raises.

        Whoever has left cancels the task that awaits this.
        """
        job = self._jobs.get(key)
        if job is None:
            if len(self._jobs) >= self.most:
                raise Full
            job = self._jobs[key] = Job(wrap_future(self._worker.submit(work)))
            job.result.add_done_callback(lambda _: self._jobs.pop(key))
        job.waiting += 1
        try:
            return await shield(job.result)
        finally:
            job.waiting -= 1
            if not job.waiting:
                job.result.cancel()

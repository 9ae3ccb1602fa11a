"""Work beside the event loop: once for all who ask, within a bound, and for nobody not at all."""

import asyncio
from collections.abc import Callable
from threading import Event

import pytest

from app.serve.workshop import Full, Workshop


def test_the_same_work_is_done_once_within_bounds_and_for_nobody_not_at_all():
    begun, go = [], Event()

    def work(name: str) -> Callable[[], str]:
        def do() -> str:
            begun.append(name)
            assert go.wait(5)
            return name

        return do

    async def visit() -> list[str]:
        shop = Workshop(most=3)
        first, again, left, other = (asyncio.ensure_future(shop.do(key, work(key))) for key in ("a", "a", "b", "c"))
        while not begun:
            await asyncio.sleep(0.001)
        with pytest.raises(Full):
            await shop.do("d", work("d"))
        left.cancel()
        await asyncio.wait([left])
        late = asyncio.ensure_future(shop.do("d", work("d")))
        go.set()
        return [await first, await again, await other, await late]

    assert asyncio.run(visit()) == ["a", "a", "c", "d"]
    assert begun == ["a", "c", "d"]

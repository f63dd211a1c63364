"""Bodies that are too large or too slow, without a server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from starlette.types import Message, Receive

from service.api.limits import GuardedBody
from service.api.problems import Problem


def receiver(*messages: Message, then_silent: bool = False) -> Receive:
    left = list(messages)

    async def receive() -> Message:
        if not left:
            assert then_silent
            await asyncio.sleep(3600)
        return left.pop(0)

    return receive


def chunk(data: bytes, more: bool = True) -> Message:
    return {"type": "http.request", "body": data, "more_body": more}


def read_all(body: GuardedBody) -> bytes:
    async def read() -> bytes:
        data = b""
        while True:
            message = await body.receive()
            data += message.get("body", b"")
            if not message.get("more_body"):
                return data

    return asyncio.run(asyncio.wait_for(read(), 20))


def test_a_body_within_its_limits_passes() -> None:
    assert read_all(GuardedBody(receiver(chunk(b"ab"), chunk(b"cd", False)), 4, 5, 5)) == b"abcd"


@pytest.mark.parametrize(
    ("make", "status"),
    [
        (lambda: GuardedBody(receiver(chunk(b"abc"), chunk(b"de")), 4, 5, 5), 413),
        (lambda: GuardedBody(receiver(chunk(b"a"), then_silent=True), 4, 5, 0.02), 408),
        (lambda: GuardedBody(receiver(*[chunk(b"")] * 50, then_silent=True), 4, 0.05, 5), 408),
    ],
    ids=["too large", "silent", "too long in all"],
)
def test_a_body_over_its_limits_raises(make: Callable[[], Any], status: int) -> None:
    with pytest.raises(Problem) as caught:
        read_all(make())
    assert caught.value.status_code == status


def test_after_the_body_waiting_for_the_caller_to_leave_is_not_timed() -> None:
    async def test() -> Message:
        body = GuardedBody(receiver(chunk(b"", False), {"type": "http.disconnect"}), 4, 0.0001, 0.0001)
        try:
            await body.receive()
        except Problem:
            pytest.skip("the machine was too slow to deliver the first message")
        await asyncio.sleep(0.01)
        return await body.receive()

    assert asyncio.run(test())["type"] == "http.disconnect"

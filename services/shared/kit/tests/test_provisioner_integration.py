"""The owner of streams and consumers on a real NATS."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest
from nats.js import JetStreamContext
from nats.js.api import DiscardPolicy, RePublish, StreamConfig, StreamSource
from nats.js.errors import APIError
from runner.backing_services import Server, nats
from shared.kit.events.connection import connect
from shared.ops.provisioner.plan import Bounds, PlannedStream, plan_of
from shared.ops.provisioner.reconcile import OF_A_CONSUMER, OF_A_STREAM, reconcile
from shared.registry.services import Service, services


@pytest.fixture
def server() -> Iterator[Server]:
    with nats() as server:
        yield server


def run(server: Server, scenario: Callable[[JetStreamContext], Awaitable[None]]) -> None:
    async def connected() -> None:
        client = await connect(server.url)
        await scenario(client.jetstream(timeout=30))
        await client.close()

    asyncio.run(connected())


async def agrees(js: JetStreamContext, plan: list[PlannedStream]) -> bool:
    for planned in plan:
        found = (await js.stream_info(str(planned.stream.name))).config
        assert [getattr(found, name) for name in OF_A_STREAM] == [getattr(planned.stream, name) for name in OF_A_STREAM]
        for consumer in planned.consumers:
            info = await js.consumer_info(str(planned.stream.name), str(consumer.name))
            assert [getattr(info.config, name) for name in OF_A_CONSUMER] == [
                getattr(consumer, name) for name in OF_A_CONSUMER
            ]
    return True


def test_all_streams_and_consumers_of_the_registry_are_created(server: Server) -> None:
    async def scenario(js: JetStreamContext) -> None:
        assert await reconcile(js, plan_of(services())) == []
        assert await agrees(js, plan_of(services()))

    run(server, scenario)


def test_differences_are_corrected_and_an_operators_choices_stay(server: Server) -> None:
    plan = plan_of(services())

    async def scenario(js: JetStreamContext) -> None:
        await reconcile(js, plan)
        chat = (await js.stream_info("CHAT")).config
        changes = {"max_age": 3600.0, "sources": [StreamSource(name="IDENTITY")], "max_bytes": 1_000_000}
        await js.update_stream(chat.evolve(**changes, republish=RePublish(src="chat.>", dest="stolen.>")))
        likes = (await js.consumer_info("CHAT", "likes")).config
        await js.add_consumer("CHAT", likes.evolve(filter_subjects=["chat.>"], max_ack_pending=1))

        assert await reconcile(js, plan) == []

        assert await agrees(js, plan)
        assert (await js.stream_info("CHAT")).config.max_bytes == 1_000_000

    run(server, scenario)


def test_a_second_turn_and_two_at_once_change_nothing(server: Server) -> None:
    plan = plan_of(services())

    async def created(js: JetStreamContext) -> list[object]:
        return [
            *[(await js.stream_info(str(each.stream.name))).created for each in plan],
            *[one.created for each in plan for one in await js.consumers_info(str(each.stream.name))],
        ]

    async def scenario(js: JetStreamContext) -> None:
        assert list(await asyncio.gather(reconcile(js, plan), reconcile(js, plan))) == [[], []]
        before = await created(js)
        assert await reconcile(js, plan) == []
        assert await created(js) == before

    run(server, scenario)


def test_a_consumer_with_more_subjects_after_an_upgrade_goes_on_where_it_was(server: Server) -> None:
    chat = Service("chat", (), {}, {})
    before, after = (plan_of([chat, Service("likes", (), {}, {"chat": events})]) for events in (("A",), ("A", "B")))

    async def scenario(js: JetStreamContext) -> None:
        await reconcile(js, before[:1])
        await js.publish("chat.A", b"1")
        subscription = await js.pull_subscribe_bind(durable="likes", stream="CHAT")
        [message] = await subscription.fetch(1)
        await message.ack_sync()

        assert await reconcile(js, after[:1]) == []
        await js.publish("chat.B", b"2")
        await js.publish("chat.A", b"3")

        received = [await subscription.fetch(1, timeout=30) for _ in range(2)]
        assert [message.data for [message] in received] == [b"2", b"3"]

    run(server, scenario)


def test_one_stream_that_cannot_be_put_right_holds_up_no_other(server: Server) -> None:
    async def scenario(js: JetStreamContext) -> None:
        await js.add_stream(StreamConfig(name="OTHER", subjects=["identity.>"]))

        [refused] = await reconcile(js, plan_of(services()))

        assert refused.startswith("IDENTITY: ")
        assert await agrees(js, [each for each in plan_of(services()) if each.stream.name != "IDENTITY"])

    run(server, scenario)


def test_an_operators_bounds_are_set_and_a_full_stream_refuses_events(server: Server) -> None:
    only_chat = [Service("chat", (), {}, {})]

    async def scenario(js: JetStreamContext) -> None:
        await reconcile(js, plan_of(only_chat))
        assert await reconcile(js, plan_of(only_chat, bounds=Bounds(replicas=1, max_bytes=2_000))) == []

        config = (await js.stream_info("CHAT")).config
        assert (config.num_replicas, config.max_bytes, config.discard) == (1, 2_000, DiscardPolicy.NEW)
        await js.publish("chat.Thing", b"x" * 1_500)
        with pytest.raises(APIError, match="maximum bytes exceeded"):
            await js.publish("chat.Thing", b"x" * 1_500)
        # Without bounds of its own, a later plan leaves these.
        await reconcile(js, plan_of(only_chat))
        assert (await js.stream_info("CHAT")).config.max_bytes == 2_000

    run(server, scenario)

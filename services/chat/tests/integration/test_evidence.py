"""Messages shown as proof: only those of one's own conversation."""

from uuid import uuid4

from chat.tests.world import World
from chat.usecases.show_messages import show_messages


def test_only_what_the_two_said_is_shown(world: World) -> None:
    ann, bo, cas = world.a_member(), world.a_member("Bo"), world.a_member("Cas")
    first, second = world.send(ann, bo, "hello"), world.send(bo, ann, "Send me money")
    apart = world.send(ann, cas, "not for Bo")

    shown = show_messages(world.unit(), ann, bo, [second.id, apart.id, first.id, uuid4()])

    assert [(message.id, message.text) for message in shown] == [(first.id, "hello"), (second.id, "Send me money")]
    assert show_messages(world.unit(), cas, bo, [first.id, second.id]) == []

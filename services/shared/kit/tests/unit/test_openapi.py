from shared.kit.http.endpoints import Contract, Input, Output
from shared.ops.openapi import Schemas, document


def test_one_path_that_two_services_answer_is_in_the_document_twice() -> None:
    paths = document()["paths"]

    assert paths["/api/user.php"]["post"]["operationId"] == "post_user"
    assert paths["/api/user.php?push=1"]["post"]["operationId"] == "post_push_subscription"
    assert paths["/api/user.php?push=1"]["post"]["x-audience"] == "member"


def test_no_two_operations_share_a_name() -> None:
    names = [operation["operationId"] for methods in document()["paths"].values() for operation in methods.values()]

    assert len(names) == len(set(names))


class Near(Input):
    near: int | None = None


class Thing(Output):
    name: str = ""


def schemas() -> Schemas:
    return Schemas([Contract(body=None, query=Near, answers=[Thing], status=200, media_type=None, summary="")], [])


def test_an_answer_has_every_field_also_one_with_a_default() -> None:
    assert schemas().named["Thing"]["required"] == ["name"]


def test_a_parameter_may_be_absent_but_is_never_null() -> None:
    [near] = schemas().parameters(Near)

    assert (near["required"], near["schema"]) == (False, {"type": "integer"})


def test_the_events_of_a_stream_are_in_the_document() -> None:
    stream = document()["paths"]["/api/stream.php"]["get"]["responses"]["200"]["content"]["text/event-stream"]

    assert stream["x-events"] == {"$ref": "#/components/schemas/LiveEvents"}

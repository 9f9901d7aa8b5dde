"""No id that a client chooses meets another kind's, member's or site's: each place where one could is declared."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args
from uuid import UUID, uuid1, uuid4, uuid5

import pytest
import yaml
from pydantic import TypeAdapter, ValidationError
from shared.kit.core import ClientId
from shared.kit.core.identifiers import ordered_id
from shared.kit.db.schema import SERVICES
from shared.kit.http import Input
from shared.registry import service_names

DECLARED: dict[str, dict[str, str]] = yaml.safe_load((Path(__file__).parent / "chosen_ids.yaml").read_text())
DERIVING = {"uuid3", "uuid5", "sha256", "sha1", "md5", "blake2b"}
TAKING = {"on_conflict_do_nothing", "on_conflict_do_update"}
# Fields of input models that name a thing that exists; any other id in an input is made by the client.
NAMED = {
    "segment_id",
    *(
        "about_id",
        "actor_id",
        "assignee_id",
        "also",
        "before",
        "call_id",
        "case_id",
        "complaint_id",
        "conversation",
        "conversation_id",
        "decision_id",
    ),
    *(
        "member_id",
        "message_id",
        "messages",
        "order",
        "part_id",
        "payment",
        "payment_id",
        "photo_id",
        "photos",
        "plan_id",
    ),
    *("profile", "profile_id", "reply_to"),
    *("before_id", "saved_method_id", "thread_id", "visit_id"),
}
NAMED_BY_ID = {
    "DeleteSegment",
    "EditSegment",
    *("AnotherCode", "CampaignQuery", "ConfirmDirectDebit", "EditCampaign", "EndSessions", "FactsQuery", "MailTest"),
    *(
        "MemberQuery",
        "NamePasskey",
        "OnePasskey",
        "PaymentQuery",
        "PictureQuery",
        "PreviewQuery",
        "ProfileQuery",
        "RelatedQuery",
        "RevokeInvitation",
        "ChangeStaff",
        "OffBoard",
    ),
    *(
        "SendAgain",
        "SetCampaignState",
        "ShowPasskey",
        "ChangeThread",
        "ChooseView",
        "SupportMailsQuery",
        "SupportQuery",
        "ThreadQuery",
        "TransactionQuery",
        "VerificationForm",
        "ViewId",
    ),
    "UndoDecision",
}


def models(of: type[Input] = Input) -> Iterator[type[Input]]:
    for model in of.__subclasses__():
        yield model
        yield from models(model)


def ids_of_inputs() -> dict[str, tuple[type[Input], str]]:
    for service in service_names():
        importlib.import_module(f"{service}.web")
    return {
        f"{model.__module__}.{model.__qualname__}.{name}": (model, name)
        for model in models()
        if ".web." in model.__module__ and ".tests." not in model.__module__
        for name, field in model.model_fields.items()
        if _holds_id(field.annotation)
    }


def _holds_id(annotation: Any) -> bool:
    return annotation is UUID or any(map(_holds_id, get_args(annotation)))


def is_made(model: type[Input], name: str) -> bool:
    return model.__name__ not in NAMED_BY_ID if name == "id" else name not in NAMED


def test_each_id_a_client_makes_is_declared() -> None:
    made = {path for path, (model, name) in ids_of_inputs().items() if is_made(model, name)}

    assert made == DECLARED["made"].keys()


NOT_RANDOM = {
    "of a name": uuid5(uuid4(), "refund"),
    "of a time": uuid1(),
    "of a time, sortable": ordered_id(),
    "of another variant": UUID(int=uuid4().int & ~(0xC << 60)),
    "nobody": UUID(int=0),
    "everybody": UUID(int=2**128 - 1),
}


@pytest.mark.parametrize("path", DECLARED["made"])
def test_only_a_random_id_is_taken_from_a_client(path: str) -> None:
    model, name = ids_of_inputs()[path]

    def wrong(value: UUID) -> bool:
        with pytest.raises(ValidationError) as refused:
            model.model_validate({name: str(value), "": "no model takes this"})
        return (name,) in [error["loc"] for error in refused.value.errors()]

    assert {kind: wrong(value) for kind, value in NOT_RANDOM.items()} == dict.fromkeys(NOT_RANDOM, True)
    assert not wrong(uuid4())


def test_a_random_id_is_one_of_version_4() -> None:
    taken = uuid4()
    assert TypeAdapter(ClientId).validate_python(str(taken)) == taken


def nodes() -> Iterator[tuple[str, str, ast.AST]]:
    for path in sorted(SERVICES.rglob("*.py")):
        if not {"tests", "testing", "migrations"} & set(path.relative_to(SERVICES).parts):
            yield from (
                (str(path.relative_to(SERVICES)), name, node) for name, node in _named(ast.parse(path.read_text()), "")
            )


def _named(parent: ast.AST, name: str) -> Iterator[tuple[str, ast.AST]]:
    for node in ast.iter_child_nodes(parent):
        inner = name
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{name}.{node.name}".lstrip(".")
        yield inner, node
        yield from _named(node, inner)


def _called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def test_each_derived_id_is_declared() -> None:
    found = {f"{path} {name}" for path, name, node in nodes() if _called(node) in DERIVING}

    assert found == DECLARED["derived"].keys()


def test_each_insert_that_takes_what_is_there_is_declared() -> None:
    found = {
        path
        for path, _, node in nodes()
        if _called(node) in TAKING
        or (isinstance(node, ast.Constant) and isinstance(node.value, str) and "ON CONFLICT" in node.value)
    }

    assert found == DECLARED["insert_or_take"].keys()

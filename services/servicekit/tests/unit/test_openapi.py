from servicekit.openapi import document


def test_one_path_that_two_services_answer_is_in_the_document_twice() -> None:
    paths = document()["paths"]

    assert paths["/api/user.php"]["post"]["operationId"] == "post_user"
    assert paths["/api/user.php?push=1"]["post"]["operationId"] == "post_push_subscription"
    assert paths["/api/user.php?push=1"]["post"]["x-audience"] == "member"


def test_no_two_operations_share_a_name() -> None:
    names = [operation["operationId"] for methods in document()["paths"].values() for operation in methods.values()]

    assert len(names) == len(set(names))

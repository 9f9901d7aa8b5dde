"""The image classifier's file is mounted where its setting names it, for the process that runs it and for no other."""

from typing import Any

import pytest

from tests.chart.rendering import containers, pod_template, render, workloads

SHA256 = "a" * 64


@pytest.mark.parametrize(
    ("volume", "source"),
    [
        ({"claim": "models"}, {"persistentVolumeClaim": {"claimName": "models", "readOnly": True}}),
        ({"configMap": "models"}, {"configMap": {"name": "models"}}),
    ],
)
def test_the_model_reaches_the_web_process_of_profiles_alone(volume: dict[str, str], source: dict[str, Any]) -> None:
    objects = render({"classifier": {"file": "model.onnx", "sha256": SHA256, **volume}})

    with_model = {name: document for name, document in workloads(objects) if "CLASSIFIER_MODEL" in str(document)}
    assert {name.removeprefix("pairwise-") for name in with_model} == {"profiles-web"}
    [document] = with_model.values()
    [container] = containers(document)
    variables = {entry["name"]: entry.get("value") for entry in container["env"]}
    mounts = {mount["name"]: mount for mount in container["volumeMounts"]}
    assert variables["CLASSIFIER_MODEL"] == f"{mounts['classifier']['mountPath']}/model.onnx"
    assert (variables["CLASSIFIER_SHA256"], mounts["classifier"]["readOnly"]) == (SHA256, True)
    assert {"name": "classifier", **source} in pod_template(document)["spec"]["volumes"]


def test_without_a_model_nothing_is_mounted() -> None:
    assert not any("classifier" in str(document).lower() for _, document in workloads(render()))

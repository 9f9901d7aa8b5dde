"""The operator's models are mounted where their settings name them, for the process that runs them and for no other."""

from typing import Any

import pytest

from tests.chart.rendering import containers, pod_template, render, workloads

SHA256 = "a" * 64


@pytest.mark.parametrize("model", ["classifier", "verification"])
@pytest.mark.parametrize(
    ("volume", "source"),
    [
        ({"claim": "models"}, {"persistentVolumeClaim": {"claimName": "models", "readOnly": True}}),
        ({"configMap": "models"}, {"configMap": {"name": "models"}}),
    ],
)
def test_a_model_reaches_the_web_process_of_profiles_alone(
    model: str, volume: dict[str, str], source: dict[str, Any]
) -> None:
    setting = model.upper()
    objects = render({model: {"file": "model.onnx", "sha256": SHA256, **volume}})

    mount = f"'mountPath': '/etc/pairwise/{model}'"
    with_model = {name: document for name, document in workloads(objects) if mount in str(document)}
    assert {name.removeprefix("pairwise-") for name in with_model} == {"profiles-web"}
    [document] = with_model.values()
    [container] = containers(document)
    variables = {entry["name"]: entry.get("value") for entry in container["env"]}
    mounts = {mount["name"]: mount for mount in container["volumeMounts"]}
    assert variables[f"{setting}_MODEL"] == f"{mounts[model]['mountPath']}/model.onnx"
    assert (variables[f"{setting}_SHA256"], mounts[model]["readOnly"]) == (SHA256, True)
    assert {"name": model, **source} in pod_template(document)["spec"]["volumes"]


def test_without_a_model_nothing_is_mounted() -> None:
    shown = [str(document).lower() for _, document in workloads(render())]
    assert not any(model in each for each in shown for model in ("classifier", "verification_model"))

"""What rendered objects ask a node to run: containers with their commands, environments, files and folders."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from imagekit.trial.memory import bytes_of

Object = Mapping[str, Any]


@dataclass(frozen=True)
class Container:
    """`files` are mounted read-only, `folders` are empty at first and the container's own; both by mount path."""

    name: str
    image: str
    user: int
    group: int
    # None: the image's own entry point.
    command: tuple[str, ...] | None = None
    args: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    # Mount path: the volume, which containers of a pod share, and pods share if it is a claim.
    folders: Mapping[str, str] = field(default_factory=dict)
    # The most bytes of memory.
    memory: int = 0


@dataclass(frozen=True)
class Pod:
    name: str
    before: tuple[Container, ...]  # init containers
    main: Container


class Cluster:
    """Objects by kind and name; Secrets and ConfigMaps made outside the chart among them."""

    def __init__(self, objects: Iterator[Object]) -> None:
        self._objects = {(each["kind"], each["metadata"]["name"]): each for each in objects}

    def pod(self, kind: str, name: str) -> Pod:
        """The pod of a workload. Raises KeyError for one that is not there, or a Secret or ConfigMap that it names."""
        template = self._objects[kind, name]["spec"]["template"]["spec"]
        volumes = {volume["name"]: volume for volume in template.get("volumes", ())}
        *before, main = (
            self._container(name, each, template["securityContext"], volumes)
            for each in (*template.get("initContainers", ()), *template["containers"])
        )
        return Pod(name, tuple(before), main)

    def _container(self, pod: str, given: Object, security: Object, volumes: Mapping[str, Object]) -> Container:
        own = given["securityContext"]
        if not own["readOnlyRootFilesystem"] or own["capabilities"] != {"drop": ["ALL"]}:
            raise ValueError(f"{pod} may write to its image or keeps capabilities")
        mounts = {mount["mountPath"]: volumes[mount["name"]] for mount in given.get("volumeMounts", ())}
        files = {path: found for path, volume in mounts.items() if (found := self._files(volume)) is not None}
        return Container(
            name=f"{pod}-{given['name']}",
            image=given["image"],
            user=security["runAsUser"],
            group=security["runAsGroup"],
            command=tuple(given["command"]) if "command" in given else None,
            args=tuple(given.get("args", ())),
            environment={entry["name"]: self._value(entry) for entry in given.get("env", ())},
            files=files,
            folders={path: _volume(pod, volume) for path, volume in mounts.items() if path not in files},
            memory=bytes_of(given["resources"]["limits"]["memory"]),
        )

    def _files(self, volume: Object) -> dict[str, str] | None:
        if "configMap" in volume:
            return dict(self._objects["ConfigMap", volume["configMap"]["name"]]["data"])
        if "secret" in volume:
            held = self._objects["Secret", volume["secret"]["secretName"]]["stringData"]
            return {item["path"]: held[item["key"]] for item in volume["secret"]["items"]}
        return None

    def _value(self, entry: Object) -> str:
        if "value" in entry:
            return str(entry["value"])
        named = entry["valueFrom"]["secretKeyRef"]
        return str(self._objects["Secret", named["name"]]["stringData"][named["key"]])


def _volume(pod: str, volume: Object) -> str:
    claim = volume.get("persistentVolumeClaim")
    return f"claim-{claim['claimName']}" if claim else f"{pod}-{volume['name']}"

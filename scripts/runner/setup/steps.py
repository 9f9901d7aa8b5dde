"""The steps of set-up: inputs, result and prerequisites of each."""

import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from runner.paths import (
    NODE_BINARIES,
    OPENAPI,
    PORTRAITS,
    PROTO,
    PROTO_CODE,
    PYTHON,
    REQUIREMENTS,
    ROOT,
    SCRIPTS,
    SERVICES,
    VENV,
    WEBAPP,
    postgres_files,
)
from runner.setup import make, node
from runner.setup.contents import fingerprint


@dataclass(frozen=True)
class Step:
    """Something set-up makes. It runs when its inputs changed or its result is gone, after the steps it needs."""

    name: str
    doing: str
    # How long it takes on two idle cores, so that a person knows whether to wait or to fetch a coffee.
    usual_seconds: int
    make: Callable[[make.Log], None]
    result: Path
    inputs: list[Path]
    needs: list[str] = field(default_factory=list)
    words: tuple[str, ...] = ()
    advice: str = "The log above says why."
    applies: Callable[[], bool] = lambda: True

    def content(self) -> str:
        return fingerprint(self.inputs, *self.words)


STEPS = [
    Step(
        "python",
        "installing Python packages",
        20,
        make.python_packages,
        result=PYTHON,
        inputs=[REQUIREMENTS / f"{name}.lock" for name in ("local", "dev", "setup")],
        words=(platform.python_version(), sys.platform, platform.machine(), str(VENV)),
        advice="It needs Python 3.11 or newer with venv (Debian: python3-venv) and a reachable package index.",
    ),
    Step(
        "node",
        "installing Node, which this machine does not have",
        15,
        make.node_program,
        result=node.PROGRAMS / "npm",
        inputs=[REQUIREMENTS / "node.lock"],
        needs=["python"],
        words=(sys.platform, platform.machine(), str(node.NODE)),
        advice="Or install Node 20.19 or newer with npm.",
        applies=node.is_missing,
    ),
    Step(
        "parts",
        "installing PostgreSQL",
        10,
        make.node_binaries,
        result=postgres_files() / "bin" / "postgres",
        inputs=[NODE_BINARIES / "package.json", NODE_BINARIES / "package-lock.json"],
        needs=["node"],
        words=(sys.platform, platform.machine()),
        advice="It needs a reachable npm registry.",
    ),
    Step(
        "proto",
        "generating code from proto/",
        2,
        make.proto_code,
        result=PROTO_CODE / "pairwise",
        inputs=[PROTO, REQUIREMENTS / "dev.lock"],
        needs=["python"],
        advice="protoc names the file and line.",
    ),
    Step(
        "openapi",
        "writing the API document",
        4,
        make.openapi_document,
        result=OPENAPI,
        inputs=[SERVICES, PROTO, ROOT / "gateway" / "routes.yaml"],
        needs=["python", "proto"],
        advice="A service's models or routes do not agree; run `scripts/test unit`.",
        applies=(SERVICES / "shared" / "ops" / "openapi").with_suffix(".py").is_file,
    ),
    Step(
        "portraits",
        "sizing the portraits of demo members",
        20,
        make.portraits,
        result=PORTRAITS,
        inputs=[SCRIPTS / "demo" / "portraits"],
        needs=["python"],
        applies=(SCRIPTS / "demo" / "portraits" / "__main__.py").is_file,
    ),
    Step(
        "web-packages",
        "installing the web app's packages",
        20,
        make.web_packages,
        result=WEBAPP / "node_modules" / ".package-lock.json",
        inputs=[WEBAPP / "package-lock.json"],
        needs=["node"],
        words=(sys.platform, platform.machine()),
        advice="It needs a reachable npm registry.",
        applies=(WEBAPP / "package-lock.json").is_file,
    ),
    Step(
        "web-types",
        "generating the API's types",
        4,
        make.web_types,
        result=WEBAPP / "src" / "api" / "schema.d.ts",
        inputs=[OPENAPI, WEBAPP / "package-lock.json"],
        needs=["web-packages", "openapi"],
        applies=(WEBAPP / "package-lock.json").is_file,
    ),
    Step(
        "web-build",
        "building the web app",
        15,
        make.web_build,
        result=WEBAPP / "dist" / "index.html",
        inputs=[WEBAPP, OPENAPI],
        needs=["web-packages", "web-types"],
        advice="Run `npm run build` in webapp/ to see the whole message.",
        applies=(WEBAPP / "package-lock.json").is_file,
    ),
]

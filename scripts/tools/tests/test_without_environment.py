"""Every program of an operator says in a line which variable it lacks, where it is run without its environment."""

import re
from collections.abc import Iterator

import pytest
from runner import program
from runner.commands import COMMANDS, Commands, Program

from tools.__main__ import MODULES

ID = "3a9e7b52-1c4d-4f86-b0a7-5d2c8e6f1a22"
MEMBER = ["pairwise", "ann@member.example"]
# Arguments with which a program gets as far as its environment, for those that need any.
ARGUMENTS = {
    "growth landers apply": ["pairwise", "/nowhere", "--by", ID],
    "growth landers export": ["pairwise", "/nowhere"],
    "growth marketers": ["add", *MEMBER],
    "growth network": ["list"],
    "growth postback": ["list", "pairwise", "network"],
    "growth report": ["pairwise"],
    "invite": ["list"],
    "member ban": ["add", *MEMBER],
    "member end-sessions": ["all", "--by", "ann"],
    "member support": ["add", *MEMBER],
    "member writer": ["add", *MEMBER],
    "moderation evidence": ["list"],
    "moderation hash-list": ["list"],
    "moderation lead": ["add", *MEMBER],
    "moderation staff": ["add", *MEMBER],
    "money chargeback": ["won", ID, "--by", "ann", "--why", "1"],
    "money discount": ["list"],
    "money invoices": ["list", "--from", "2026-01-01", "--until", "2026-02-01"],
    "tools roles": ["all"],
    "tools secrets": ["--release", "pairwise"],
    "shared.ops.backups": ["keep"],
    "shared.ops.migrate": ["all"],
    "shared.ops.restored": ["all"],
}
OF_JOBS = (
    "shared.ops.backups",
    "shared.ops.migrate",
    "shared.ops.provisioner",
    "shared.ops.restored",
    "profiles.load_towns",
)
NEED_NONE = ("tools keys", "tools permissions")


def programs(commands: Commands, group: str = "") -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The name, the module and the first arguments of every program that gets the environment of a service."""
    for word, each in commands.items():
        if not isinstance(each, Program):
            yield from programs(each, f"{group}{word} ")
        elif each.service:
            yield f"{group}{word}", each.module, each.before


EVERY = [
    *programs(COMMANDS),
    *((f"tools {name}", module, ()) for name, module in MODULES.items() if f"tools {name}" not in NEED_NONE),
    *((name, name, ()) for name in OF_JOBS),
]


@pytest.mark.parametrize(("name", "module", "before"), EVERY, ids=[name for name, *_ in EVERY])
def test_a_missing_variable_is_one_plain_line(
    name: str, module: str, before: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for variable in ("DATABASE_URL", "DATABASE_ADMIN_URL", "NATS_URL", "PAIRWISE_TRACEBACK"):
        monkeypatch.delenv(variable, raising=False)

    with pytest.raises(SystemExit) as ended:
        program.main(name, module, [*before, *ARGUMENTS.get(name, [])])

    shown, code = capsys.readouterr(), ended.value.code
    line = code if isinstance(code, str) else next(iter(shown.err.splitlines()), "")
    assert "Traceback" not in shown.err
    assert re.search(r"[A-Z]+(_[A-Z]+)+(: Field required| is not set)|This runs in a cluster", line), line or shown.out

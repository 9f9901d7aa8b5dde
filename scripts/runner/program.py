"""Run a module as a command of `scripts/pairwise`: `python -m runner.program NAME MODULE [ARGUMENT ...]`.

Usage and errors name the command. An unexpected error is one line; PAIRWISE_TRACEBACK=1 adds where it happened.
"""

import os
import runpy
import sys

from pydantic import ValidationError


def main(name: str, module: str, arguments: list[str]) -> None:
    sys.argv = [name, *arguments]
    try:
        runpy.run_module(module, run_name="__main__")
        sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader of the output, such as `head`, has ended: nothing is left to write at exit, either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except Exception as error:
        if os.environ.get("PAIRWISE_TRACEBACK"):
            raise
        print(f"{name}: {_text(error)}"[:500], file=sys.stderr)
        print("Set PAIRWISE_TRACEBACK=1 for the traceback.", file=sys.stderr)
        sys.exit(1)


def _text(error: Exception) -> str:
    if isinstance(error, ValidationError):
        # Settings: each variable that is missing or wrong, without its value.
        problems = error.errors(include_url=False, include_input=False)
        return "; ".join(f"{'.'.join(map(str, one['loc'])) or 'settings'}: {one['msg']}" for one in problems)
    return f"{type(error).__name__}: {' '.join(str(error).split()) or 'no message'}"


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])

import asyncio
import hmac
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from standins import process
from standins.translator.languages import COMMON, detect

LONGEST = 2_000
MISSING = "Invalid request: missing {} parameter"


class Behaviour(BaseModel):
    """Faults of the service; all as by default: it answers at once."""

    model_config = ConfigDict(extra="forbid")

    slow_ms: int = Field(default=0, ge=0, le=60_000, description="Before each answer.")
    answers: int = Field(
        default=200, ge=200, le=599, description="Another status than 200 is the answer to every call."
    )


class Refused(Exception):
    def __init__(self, status: int, error: str) -> None:
        self.status, self.error = status, error


def translator_app(key: str) -> Starlette:
    """`/translate`, `/detect` and `/languages` as LibreTranslate has them; translations begin with their language."""
    behaviour = Behaviour()

    async def asked(request: Request) -> dict[str, Any]:
        await asyncio.sleep(behaviour.slow_ms / 1000)
        if behaviour.answers != 200:
            raise Refused(behaviour.answers, "Slowdown: as the test asked for")
        is_json = request.headers.get("content-type", "").startswith("application/json")
        given: Any = await request.json() if is_json else dict(await request.form())
        if not isinstance(given, dict):
            raise Refused(400, "Invalid JSON format")
        if not given.get("api_key"):
            raise Refused(400, "Please contact the server operator to get an API key")
        if not hmac.compare_digest(str(given["api_key"]).encode(), key.encode()):
            raise Refused(403, "Invalid API key")
        if not given.get("q"):
            raise Refused(400, MISSING.format("q"))
        if len(str(given["q"])) > LONGEST:
            raise Refused(400, f"Invalid request: request ({len(str(given['q']))}) exceeds text limit ({LONGEST})")
        return given

    async def translate(request: Request) -> JSONResponse:
        given = await asked(request)
        for name in ("source", "target"):
            if not given.get(name):
                raise Refused(400, MISSING.format(name))
        language, confidence = detect(given["q"]) if given["source"] == "auto" else (given["source"], 100.0)
        for code in (language, given["target"]):
            if code not in COMMON:
                raise Refused(400, f"{code} is not supported")
        # Into its own language a text stays as it is.
        text = given["q"] if language == given["target"] else f"[{given['target']}] {given['q']}"
        answer: dict[str, Any] = {"translatedText": text}
        if given["source"] == "auto":
            answer["detectedLanguage"] = {"confidence": confidence, "language": language}
        return JSONResponse(answer)

    async def find_language(request: Request) -> JSONResponse:
        language, confidence = detect((await asked(request))["q"])
        return JSONResponse([{"confidence": confidence, "language": language}])

    def languages(request: Request) -> JSONResponse:
        return JSONResponse([{"code": code, "name": code, "targets": list(COMMON)} for code in COMMON])

    async def behave(request: Request) -> JSONResponse:
        nonlocal behaviour
        try:
            behaviour = Behaviour.model_validate_json(await request.body())
        except ValidationError as error:
            return JSONResponse({"error": str(error)}, 422)
        return JSONResponse(behaviour.model_dump())

    async def refuse(request: Request, error: Any) -> JSONResponse:
        return JSONResponse({"error": error.error}, error.status)

    return Starlette(
        routes=[
            Route("/translate", translate, methods=["POST"]),
            Route("/detect", find_language, methods=["POST"]),
            Route("/languages", languages),
            Route("/dev/translator/behaviour", behave, methods=["POST"]),
            *process.health_routes(lambda: True),
        ],
        exception_handlers={Refused: refuse},
    )

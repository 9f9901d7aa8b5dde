import asyncio
import base64
import binascii
import hmac
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from standins import process

Kind = Literal["md5", "sha1", "sha256"]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{32,64}$")]
ListName = Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,60}$")]


class Behaviour(BaseModel):
    """Faults of the service; all as by default: it answers at once."""

    model_config = ConfigDict(extra="forbid")

    slow_ms: int = Field(default=0, ge=0, le=60_000, description="Before each answer.")
    answers: int = Field(
        default=200, ge=200, le=599, description="Another status than 200 is the answer to every call."
    )


class MatchRequest(BaseModel):
    """A picture: hashes of the file that a member uploaded, and the file that others would see."""

    model_config = ConfigDict(extra="forbid")

    hashes: dict[Kind, Hash]
    picture: str = Field(min_length=1)


class Known(BaseModel):
    """The pictures that are known, by the hexadecimal hash of the uploaded file, with the name of their list."""

    hashes: dict[Hash, ListName] = {}


def matcher_app(key: str, file: Path) -> Starlette:
    """Answers `POST /v1/matches`; `file` keeps what `POST /dev/matcher/known` said."""
    behaviour = Behaviour()

    async def match(request: Request) -> JSONResponse:
        await asyncio.sleep(behaviour.slow_ms / 1000)
        if behaviour.answers != 200:
            return JSONResponse({"error": "as the test asked for"}, behaviour.answers)
        given = request.headers.get("authorization", "")
        if not hmac.compare_digest(given.encode(), f"Bearer {key}".encode()):
            return JSONResponse({"error": "unauthorized"}, 401)
        try:
            asked = MatchRequest.model_validate_json(await request.body())
            base64.b64decode(asked.picture, validate=True)
        except (ValidationError, binascii.Error):
            return JSONResponse({"error": "invalid"}, 422)
        known = Known.model_validate_json(file.read_bytes()) if file.exists() else Known()
        found = next((known.hashes[each] for each in asked.hashes.values() if each in known.hashes), None)
        return JSONResponse({"match": {"list": found} if found else None})

    async def know(request: Request) -> JSONResponse:
        try:
            known = Known.model_validate_json(await request.body())
        except ValidationError as error:
            return JSONResponse({"error": str(error)}, 422)
        new = file.with_suffix(".new")
        new.write_text(known.model_dump_json())
        new.replace(file)
        return JSONResponse(known.model_dump())

    async def behave(request: Request) -> JSONResponse:
        nonlocal behaviour
        try:
            behaviour = Behaviour.model_validate_json(await request.body())
        except ValidationError as error:
            return JSONResponse({"error": str(error)}, 422)
        return JSONResponse(behaviour.model_dump())

    return Starlette(
        routes=[
            Route("/v1/matches", match, methods=["POST"]),
            Route("/dev/matcher/known", know, methods=["POST"]),
            Route("/dev/matcher/behaviour", behave, methods=["POST"]),
            *process.health_routes(lambda: True),
        ]
    )

"""HTML pages of the stand-ins: one look, one stylesheet, no scripts, nothing from outside."""

from collections.abc import Mapping
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

_HERE = Path(__file__).parent
_STATIC = {"standins.css": "text/css; charset=utf-8", "mark.svg": "image/svg+xml", "card.svg": "image/svg+xml"}

templates = Environment(
    loader=FileSystemLoader(_HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def page(template: str, values: Mapping[str, object], *, status: int = 200, form_action: str = "'self'") -> Response:
    html = templates.get_template(template).render(**values)
    policy = (
        "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; "
        f"form-action {form_action}; frame-ancestors 'none'; base-uri 'none'"
    )
    return HTMLResponse(html, status, headers={"content-security-policy": policy, **PRIVATE})


PRIVATE = {"cache-control": "no-store", "referrer-policy": "no-referrer", "x-content-type-options": "nosniff"}


def static_routes(under: str) -> list[Route]:
    """The stylesheet and pictures, below the one public path this stand-in has."""

    def serve(request: Request) -> Response:
        name = request.url.path.rpartition("/")[2]
        return FileResponse(_HERE / "static" / name, media_type=_STATIC[name], headers={"cache-control": "max-age=60"})

    return [Route(f"{under}/{name}", serve) for name in _STATIC]

"""Serves a Flask app in an event loop, with the same checks, errors and measurements as by gunicorn."""

import asyncio
import inspect
import io
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from flask import Flask, Response, request
from starlette.types import Receive, Scope, Send


class Streaming(Response):
    """An answer that `run` sends by itself, once the context of the request is closed."""

    def __init__(self, run: Callable[[Receive, Send], Awaitable[None]]) -> None:
        super().__init__()
        self.run = run


class AsyncViews:
    """The ASGI application of a Flask app: awaits the views that are coroutines, and runs the others in threads.

    Flask keeps the state of a request in context variables, so each request has to be a task of its own, as in uvicorn.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        body, is_whole = b"", scope["method"] in ("GET", "HEAD")
        while not is_whole:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            is_whole = not message.get("more_body", False)
        with self._app.request_context(_environ(scope, body)):
            response = await self._respond()
        if isinstance(response, Streaming):
            # An open stream keeps its scope; drop the request headers to save memory.
            scope["headers"] = []
            await response.run(receive, send)
            return
        headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in response.headers]
        await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": response.get_data()})

    async def _respond(self) -> Response:
        """As Flask's `full_dispatch_request`, which does not await."""
        app = self._app
        try:
            answer: Any = app.preprocess_request()
            if answer is None:
                if request.routing_exception is not None:
                    app.raise_routing_exception(request)
                view: Any = app.view_functions[request.endpoint or ""]
                given = request.view_args or {}
                is_async = inspect.iscoroutinefunction(view)
                answer = await (view(**given) if is_async else asyncio.to_thread(view, **given))
        except Exception as error:
            answer = app.handle_user_exception(error)
        return app.finalize_request(answer)


def _environ(scope: Scope, body: bytes) -> dict[str, Any]:
    """The request as WSGI describes it (PEP 3333)."""
    host, port = scope.get("server") or ("localhost", 80)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope.get("client") or [""])[0],
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
    }
    for name, value in scope["headers"]:
        if b"_" in name:
            continue  # a visitor's `x_pairwise_token` would become the gateway's `x-pairwise-token`
        key = f"HTTP_{name.decode('latin-1').upper().replace('-', '_')}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]},{text}" if key in environ else text
    environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE", "")
    environ["CONTENT_LENGTH"] = str(len(body))
    return environ

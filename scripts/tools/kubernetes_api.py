"""Secrets and ConfigMaps of one namespace, by the API of the cluster that this pod runs in."""

import base64
import json
import ssl
import sys
import urllib.request
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

Object = dict[str, Any]
PLURALS = {"Secret": "secrets", "ConfigMap": "configmaps"}
# Where Kubernetes mounts the token of a pod's ServiceAccount; the chart mounts it there, too.
ACCOUNT = Path("/var/run/secrets/kubernetes.io/serviceaccount")
SERVER = "https://kubernetes.default.svc"
SECONDS = 30


class Namespace:
    """Reads, creates and replaces objects. Raises HTTPError when the API refuses, URLError when it does not answer."""

    def __init__(self, server: str = SERVER, account: Path = ACCOUNT) -> None:
        if not account.is_dir():
            sys.exit(f"This runs in a cluster, as a pod with a service account: there is no {account}.")
        self._token = (account / "token").read_text()
        self._url = f"{server}/api/v1/namespaces/{(account / 'namespace').read_text().strip()}"
        authority = account / "ca.crt"
        self._tls = ssl.create_default_context(cafile=str(authority)) if server.startswith("https:") else None

    def get(self, kind: str, name: str) -> Object | None:
        """The object with its entries as text, in `stringData` of a Secret; None if there is none."""
        try:
            found = self._call("GET", f"{PLURALS[kind]}/{name}")
        except HTTPError as error:
            if error.code == 404:
                return None
            raise
        if kind == "Secret":
            encoded = found.pop("data", None) or {}
            found["stringData"] = {key: base64.b64decode(value).decode() for key, value in encoded.items()}
        return {**found, "kind": kind}

    def create(self, document: Object) -> None:
        """Create it. Raises HTTPError 409 if it exists by now."""
        self._call("POST", PLURALS[document["kind"]], document)

    def replace(self, document: Object) -> None:
        """Replace it by this one, read before. Raises HTTPError 409 if it has changed since."""
        self._call("PUT", f"{PLURALS[document['kind']]}/{document['metadata']['name']}", document)

    def _call(self, method: str, path: str, document: Object | None = None) -> Object:
        request = urllib.request.Request(  # noqa: S310 - the cluster's own address
            f"{self._url}/{path}",
            method=method,
            data=json.dumps(document).encode() if document else None,
            headers={"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=SECONDS, context=self._tls) as answer:  # noqa: S310
            read: Object = json.load(answer)
        return read

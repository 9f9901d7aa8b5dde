from datetime import datetime
from uuid import UUID

import grpc
from google.protobuf.timestamp_pb2 import Timestamp
from pairwise.identity.v1.sessions_pb2 import ListRevokedRequest, ListRevokedResponse, RevokedSession
from pairwise.identity.v1.sessions_pb2_grpc import SessionServiceServicer
from shared.kit.core import Malformed

from identity.usecases.list_revoked import list_revoked
from identity.wiring import Wiring


class SessionServicer(SessionServiceServicer):
    """Answers workers of 0.2.0 (`shared.kit.db.previous_release`)."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    def ListRevoked(self, request: ListRevokedRequest, context: grpc.ServicerContext) -> ListRevokedResponse:
        try:
            after = UUID(bytes=request.after) if request.after else None
        except ValueError as error:
            raise Malformed() from error
        revoked = list_revoked(self._wiring.unit_of_work(), after, request.limit)
        return ListRevokedResponse(
            sessions=[RevokedSession(session_id=each.bytes, expires_at=_stamp(until)) for each, until in revoked]
        )


def _stamp(at: datetime) -> Timestamp:
    stamp = Timestamp()
    stamp.FromDatetime(at)
    return stamp

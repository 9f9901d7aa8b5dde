import io
import json
import zipfile
from collections.abc import Callable, Collection
from datetime import datetime
from uuid import UUID

from pairwise.identity.v1.events_pb2 import ExportRequested, MailRequested
from servicekit.identifiers import new_id

from identity.domain.account import Account
from identity.domain.authentication import Way
from identity.domain.export import LINK_LASTS, Export
from identity.domain.session import hash_secret, new_secret
from identity.domain.token import Purpose
from identity.errors import ExportLinkInvalid, ExportTooSoon
from identity.ports import Erasers, IdentityUnitOfWork, Passwords, Seal
from identity.usecases.check_own_password import check_own_password, lock_own_account
from identity.usecases.use_link import use_link


def request_export(
    uow: IdentityUnitOfWork, passwords: Passwords, export_id: UUID, member_id: UUID, password: str
) -> Export:
    """Begin to gather a member's data, once a day. The same request again gives the same export."""
    with uow:
        known = uow.exports.newest(member_id)
    if known is not None and known.id == export_id:
        return known
    proved = check_own_password(uow, passwords, member_id, password)
    with uow:
        # Locked, so that of several at once one begins and the others find it.
        lock_own_account(uow, proved)
        newest, now = uow.exports.newest(member_id), uow.now()
        if newest is not None and newest.id == export_id:
            return newest
        if newest is not None and (wait := newest.next_at() - now).total_seconds() > 0:
            raise ExportTooSoon(retry_after_seconds=int(wait.total_seconds()) + 1)
        uow.exports.add(export_id, member_id)
        uow.announce(ExportRequested(export_id=str(export_id), member_id=str(member_id)))
        uow.commit()
    return Export(export_id, member_id, "gathering", (), now, None, None)


def show_export(uow: IdentityUnitOfWork, member_id: UUID) -> tuple[Export | None, datetime]:
    with uow:
        return uow.exports.newest(member_id), uow.now()


def pack_exports(
    unit_of_work: Callable[[], IdentityUnitOfWork], erasers: Erasers, seal: Seal, services: Collection[str]
) -> int:
    """Make the file of every export whose parts are all here, and mail its link. Ask again for what is missing."""
    packed = 0
    while _pack_next(unit_of_work, erasers, seal, services):
        packed += 1
    with unit_of_work() as uow:
        for export in uow.exports.to_ask_again():
            uow.announce(ExportRequested(export_id=str(export.id), member_id=str(export.member_id)))
        ended = uow.exports.ended()
        uow.commit()
    for export_id in ended:
        erasers.store.forget_export(export_id)
    return packed


def _pack_next(
    unit_of_work: Callable[[], IdentityUnitOfWork], erasers: Erasers, seal: Seal, services: Collection[str]
) -> bool:
    with unit_of_work() as uow:
        export = uow.exports.claim_complete(services)
        account = uow.accounts.get(export.member_id) if export else None
        if export is None or account is None:
            return False
        erasers.store.keep_export(export.id, _zip(uow, erasers, account, export))
        uow.exports.finish(export.id, LINK_LASTS)
        secret = new_secret()
        uow.tokens.replace(account.id, Purpose.EXPORT, hash_secret(secret), uow.now() + LINK_LASTS)
        uow.announce(
            MailRequested(
                mail_id=str(new_id()),
                member_id=str(account.id),
                template="export_ready",
                locale=account.locale,
                site=account.site,
                sealed=seal.close({"to": account.email, "name": account.name, "token": secret}),
            )
        )
        uow.commit()
    return True


def _zip(uow: IdentityUnitOfWork, erasers: Erasers, account: Account, export: Export) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        about = {
            "member": str(account.id),
            "site": account.site,
            "requested_at": export.requested_at.isoformat(),
            "services": sorted(export.delivered),
        }
        archive.writestr("about.json", json.dumps(about, indent=2))
        for name, sealed in uow.exports.parts(export.id):
            archive.writestr(name, erasers.store.unseal(sealed))
    return content.getvalue()


def fetch_export(uow: IdentityUnitOfWork, erasers: Erasers, site_key: str, token: str) -> bytes:
    """The file of this link, once."""
    with uow:
        export_id = uow.exports.fetch(use_link(uow, Way.EXPORT_LINK, site_key, token).account.id)
        content = erasers.store.read_export(export_id) if export_id else None
        if export_id is None or content is None:
            raise ExportLinkInvalid(field="token")
        uow.commit()
    erasers.store.forget_export(export_id)
    return content

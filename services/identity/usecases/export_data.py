import io
import json
import zipfile
from collections.abc import Callable, Collection
from datetime import datetime
from uuid import UUID

from identity.domain.account import Account
from identity.domain.authentication import AccessMethod
from identity.domain.export import LINK_LASTS, Export
from identity.domain.session import hash_secret, new_secret
from identity.domain.token import Purpose
from identity.errors import ExportLinkInvalid, ExportTooSoon
from identity.events.published import export_requested
from identity.passwords import Argon2Passwords
from identity.sealing import MailSealer
from identity.storage import IdentityUnit
from identity.store import FileStore
from identity.usecases.own_account import check_own_password, lock_own_account
from identity.usecases.request_mail import request_mail
from identity.usecases.use_link import use_link


def request_export(
    uow: IdentityUnit, passwords: Argon2Passwords, export_id: UUID, member_id: UUID, password: str
) -> Export:
    """Begin an export of the member's data, at most once a day. A retry with the same id returns the same export.

    Raises PasswordWrong, LoginBlocked or ExportTooSoon.
    """
    with uow:
        known = uow.exports.newest(member_id)
    if known is not None and known.id == export_id:
        return known
    proved = check_own_password(uow, passwords, member_id, password)
    with uow:
        # Locked: of several concurrent requests one begins an export, and the others find it.
        lock_own_account(uow, proved)
        newest, now = uow.exports.newest(member_id), uow.now()
        if newest is not None and newest.id == export_id:
            return newest
        if newest is not None and (wait := newest.next_at() - now).total_seconds() > 0:
            raise ExportTooSoon(retry_after_seconds=int(wait.total_seconds()) + 1)
        uow.exports.add(export_id, member_id)
        export = Export(export_id, member_id, "gathering", (), now, None, None)
        uow.announce(export_requested(export))
        uow.commit()
    return export


def show_export(uow: IdentityUnit, member_id: UUID) -> tuple[Export | None, datetime]:
    with uow:
        return uow.exports.newest(member_id), uow.now()


def pack_exports(
    unit_of_work: Callable[[], IdentityUnit], store: FileStore, sealer: MailSealer, services: Collection[str]
) -> int:
    """Pack every export that all services have delivered, and mail its link. Returns their number.

    Missing parts are requested again, and the files of expired exports deleted.
    """
    packed = 0
    while _pack_next(unit_of_work, store, sealer, services):
        packed += 1
    with unit_of_work() as uow:
        for export in uow.exports.mark_asked_again():
            uow.announce(export_requested(export))
        ended = uow.exports.ended()
        uow.commit()
    for export_id in ended:
        store.delete_export(export_id)
    return packed


def _pack_next(
    unit_of_work: Callable[[], IdentityUnit], store: FileStore, sealer: MailSealer, services: Collection[str]
) -> bool:
    with unit_of_work() as uow:
        export = uow.exports.claim_complete(services)
        account = uow.accounts.get(export.member_id) if export else None
        if export is None or account is None:
            return False
        store.save_export(export.id, _zip(uow, store, account, export))
        uow.exports.finish(export.id, LINK_LASTS)
        # Locked after the slow part, and read again: a change of address that came first has another mailbox and no
        # token to revoke yet; one that comes later finds this token and revokes it.
        account = uow.accounts.lock(export.member_id)
        if account is None:
            return False
        secret = new_secret()
        uow.tokens.replace(account.id, Purpose.EXPORT, hash_secret(secret), uow.now() + LINK_LASTS)
        request_mail(uow, sealer, account, "export_ready", token=secret)
        uow.commit()
    return True


def _zip(uow: IdentityUnit, store: FileStore, account: Account, export: Export) -> bytes:
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
            archive.writestr(name, store.unseal(sealed))
    return content.getvalue()


def fetch_export(uow: IdentityUnit, store: FileStore, site_key: str, token: str) -> bytes:
    """The packed file of this link, which works once. Raises ExportLinkInvalid."""
    with uow:
        export_id = uow.exports.fetch(use_link(uow, AccessMethod.EXPORT_LINK, site_key, token).account.id)
        content = store.read_export(export_id) if export_id else None
        if export_id is None or content is None:
            raise ExportLinkInvalid(field="token")
        uow.commit()
    store.delete_export(export_id)
    return content

from collections.abc import Mapping

from shared.sites import SiteDirectory

from notifications.clients.smtp import SmtpServer
from notifications.ports import MailServerUnavailable, OutgoingEmail, OwnServerUnavailable


class MailServers:
    """The mail server of each site: that of its account, or the common one."""

    def __init__(self, sites: SiteDirectory, common: SmtpServer, accounts: Mapping[str, SmtpServer]) -> None:
        self._sites, self._common, self._accounts = sites, common, accounts

    def send(self, email: OutgoingEmail, site: str) -> None:
        account = self._sites.get(site).mail_account
        if not account:
            self._common.send(email)
            return
        # Never by the common one: its domain signs for another company.
        if account not in self._accounts:
            raise OwnServerUnavailable(f"MAIL_ACCOUNT_KEYS has no {account}")
        try:
            self._accounts[account].send(email)
        except MailServerUnavailable as error:
            raise OwnServerUnavailable(f"{account}: {error}") from error

from collections.abc import Mapping
from email.message import EmailMessage

from shared.sites import SiteDirectory

from notifications.clients.smtp import SmtpServer
from notifications.ports import MailServerUnavailable, OwnServerUnavailable


class MailServers:
    """The mail server of each site: that of its account, or the common one."""

    def __init__(self, sites: SiteDirectory, common: SmtpServer, accounts: Mapping[str, SmtpServer]) -> None:
        self._sites, self._common, self._accounts = sites, common, accounts

    def send(self, message: EmailMessage, site: str) -> None:
        account = self._sites.get(site).mail_account
        if not account:
            self._common.send(message)
            return
        # Never by the common one: its domain signs for another company.
        if account not in self._accounts:
            raise OwnServerUnavailable(f"MAIL_ACCOUNT_KEYS has no {account}")
        try:
            self._accounts[account].send(message)
        except MailServerUnavailable as error:
            raise OwnServerUnavailable(f"{account}: {error}") from error

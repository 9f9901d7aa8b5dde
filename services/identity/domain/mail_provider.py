"""Providers of mailboxes: large ones, whose names are mistyped, and disposable ones, which exist for a few minutes."""

import re

from disposable_email_domains import blocklist

from identity.errors import EmailDisposable, EmailMistyped

_LARGE = """
    gmail.com googlemail.com outlook.com hotmail.com yahoo.com icloud.com protonmail.com
    gmx.net gmx.de gmx.at gmx.ch web.de t-online.de freenet.de arcor.de posteo.de yahoo.de hotmail.de outlook.de
    bluewin.ch hispeed.ch ziggo.nl kpnmail.nl planet.nl hetnet.nl xs4all.nl casema.nl upcmail.nl quicknet.nl hotmail.nl
    telenet.be skynet.be proximus.be orange.fr wanadoo.fr laposte.net yahoo.fr hotmail.fr outlook.fr
    libero.it virgilio.it tiscali.it fastwebnet.it yahoo.it hotmail.it telefonica.net movistar.es yahoo.es hotmail.es
    wp.pl o2.pl onet.pl interia.pl gazeta.pl btinternet.com virginmedia.com talktalk.net yahoo.co.uk hotmail.co.uk
    eircom.net stofanet.dk hotmail.dk telia.com bredband.net comhem.se hotmail.se online.no hotmail.no elisanet.fi
    luukku.com kolumbus.fi hotmail.fi comcast.net verizon.net sbcglobal.net bellsouth.net rogers.com sympatico.ca
    videotron.ca bigpond.com optusnet.com.au xtra.co.nz
"""
# The largest providers of the countries of our sites: what a mistyped domain was meant to be.
LARGE = frozenset(_LARGE.split())
# Real providers that are spelled nearly like a large one, and providers with a domain in most countries.
SIMILAR = frozenset({"gemail.com", "onet.eu", "interia.eu", "interia.com", "posteo.net", "home.no"})
IN_MANY_COUNTRIES = re.compile(r"(hotmail|outlook|yahoo|gmx|live|yandex)\.(com?\.)?(?!co$|cm$|om$)[a-z]{2}")
# Names shorter than this are one letter away from too many others: vp.pl and op.pl are two providers.
SHORTEST_COMPARED = 8


def check_provider(email: str, *, disposable: str, is_kept: bool = False) -> None:
    """Raise EmailMistyped or EmailDisposable, the latter unless the site's `disposable_mail` is `allow`.

    `is_kept` says that the member has seen the suggestion and the address is right as it is: a domain that looks
    mistyped may be a company's own. The list of disposable mailboxes is that of the package
    `disposable-email-domains`; a subdomain counts as its parent.
    """
    suggestion = suggested_address(email)
    if suggestion is not None and not is_kept:
        raise EmailMistyped(field="email", suggestion=suggestion)
    if disposable == "refuse" and is_disposable(email):
        raise EmailDisposable(field="email")


def is_disposable(email: str) -> bool:
    """Whether a list of throwaway providers has its domain. It also has misspelt large ones, which are left out."""
    labels = email.rpartition("@")[2].lower().split(".")
    domains = [".".join(labels[start:]) for start in range(len(labels) - 1)]
    return any(domain in blocklist for domain in domains) and meant_provider(domains[0]) is None


def suggested_address(email: str) -> str | None:
    """The address at the large provider that was probably meant; None for a domain that resembles none."""
    local, _, domain = email.rpartition("@")
    provider = meant_provider(domain.lower())
    return f"{local}@{provider}" if provider else None


def meant_provider(domain: str) -> str | None:
    """The large provider that the domain is a typing error of; None for a known domain and for one like no other.

    One error in the name and one in what follows, hotmial.con; the first letter is hardly ever mistyped.
    """
    if domain in LARGE or domain in SIMILAR or IN_MANY_COUNTRIES.fullmatch(domain):
        return None
    found = min(((_errors(domain, each), each) for each in LARGE if _is_compared(domain, each)), default=None)
    return found[1] if found and found[0] <= 2 else None


def _is_compared(domain: str, large: str) -> bool:
    return len(large) >= SHORTEST_COMPARED and domain[0] == large[0] and abs(len(domain) - len(large)) <= 2


def _errors(domain: str, large: str) -> int:
    """The errors in the whole domain, or many if more than one is in a part of it."""
    parts = zip(domain.partition(".")[::2], large.partition(".")[::2], strict=True)
    errors = [typing_errors(typed, meant) for typed, meant in parts]
    return sum(errors) if max(errors) <= 1 else len(large)


def typing_errors(typed: str, meant: str) -> int:
    """Letters left out, added, replaced or swapped with their neighbour: the optimal string alignment distance."""
    before_last: list[int] = []
    last = list(range(len(meant) + 1))
    for row, letter in enumerate(typed, 1):
        current = [row]
        for column, other in enumerate(meant, 1):
            best = min(last[column] + 1, current[-1] + 1, last[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == meant[column - 2] and typed[row - 2] == other:
                best = min(best, before_last[column - 2] + 1)
            current.append(best)
        before_last, last = last, current
    return last[-1]

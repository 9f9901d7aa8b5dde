"""Drawing a page: its document, its words in the visitor's language, and what its script and its links carry."""

import random
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import sha256
from typing import Any

from flask import Response, render_template, request
from shared.kit.http import locale
from shared.languages import LOCALES, Locale, language_name, localized_path
from shared.sites import Site

from lander.domain.document import PageDocument, Palette
from lander.domain.member_card import MemberCard
from lander.domain.page import Arm, LivePage
from lander.domain.picture import Picture
from lander.domain.suspicion import is_program
from lander.errors import PageUnknown
from lander.web.addresses import Address, address_of, language_address, member_path, signup_address
from lander.web.assets import Assets
from lander.web.blocks import drawn_blocks
from lander.web.context import current_site, texts_of, wiring
from lander.web.picture_tags import drawn_picture, focus_styles
from lander.web.search_engines import SearchHead, alternates_of, main_language, search_head
from lander.web.sign_up_form import Filled, continue_sign_up, filled_form
from lander.web.thumbnails import preview

POLICY = "; ".join(
    [
        "default-src 'none'",
        "style-src 'self'{style}",
        "script-src 'self'",
        "font-src 'self'",
        "img-src 'self' data:",
        "media-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action {form}",
        "frame-ancestors {framed_by}",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ]
)
_draw = random.SystemRandom()


@dataclass(frozen=True)
class Content:
    """One version of a page, as it is to be drawn. A preview is a page that nobody counts."""

    page: str
    document: PageDocument
    arm: Arm
    is_counted: bool
    offered: Sequence[Locale]
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    member: MemberCard | None = None
    is_preview: bool = False


def show(page: LivePage, member: MemberCard | None = None, niche: int | None = None) -> Response:
    """The page for a visitor. Its arm is drawn now, or the one that the address names while it is still in the draw.

    A path below a language of the site that the page is not in leads to the page in its main one.
    """
    site = current_site()
    offered, named = page.languages(site.locales), _named_language()
    if named in site.locales and named not in offered:
        return _redirect_to(main_language(site, offered), named)
    address = address_of(request.path, request.args)
    kept = page.kept(*address.seen) if address.seen else None
    arm = kept or (Arm(0, page.version, 1.0) if address.seen else page.drawn(_draw))
    document = page.document(arm.version)
    if niche:
        document = document.model_copy(update={"niche": niche})
    pictures = wiring().catalogue.pictures(site.key)
    content = Content(page.slug, document, arm, address.seen is not None, offered, pictures, member)
    if request.method != "POST":
        return render_page(content)
    filled = filled_form()
    if filled.problems:
        return render_page(content, filled)
    language = language_of(site, offered)
    return continue_sign_up(filled.answers, signup_address(language, address, page.slug, arm))


def _redirect_to(language: Locale, named: str) -> Response:
    """The same address below another language. It is temporary: a later version may have this one."""
    query = request.query_string.decode()
    path = f"/{language}{request.path.removeprefix(f'/{named}')}"
    response = Response(status=302, headers={"Location": f"{path}?{query}" if query else path})
    response.headers["Cache-Control"] = "no-store"
    return response


def render_page(content: Content, form: Filled | None = None) -> Response:
    """The page; `form` is what was entered in its form and is wrong."""
    site, document = current_site(), content.document
    language = language_of(site, content.offered)
    address = address_of(request.path, request.args)
    say = partial(_say, language, site, content.member)
    words = document.words.get(language)
    default = _default_words(say, document)
    texts = words.model_dump() if words else default
    title = f"{texts['title']} {texts['accent']} – {site.name}"
    given: dict[str, Any] = {
        "title": title,
        "scene": document.scene.value,
        "niche": document.niche or site.niche or 1,
        "words": texts,
        "action": (words.action if words else "") or say("action"),
        "blocks": list(drawn_blocks(document, site, language)),
        "hero": document.hero if document.hero and document.hero.picture in content.pictures else None,
        "own_picture": lambda use: drawn_picture(
            use, content.pictures, site.key, language, is_preview=content.is_preview
        ),
        "has_own_pictures": any(hashed in content.pictures for hashed in document.hashes()),
        "people": document.people(),
        "member": content.member,
        "preview": preview(content.member.thumbhash) if content.member else "",
        "is_counted": content.is_counted or content.is_preview,
        "is_preview": content.is_preview,
        "search": _search(site, language, content, title, texts["text"]),
        "is_unlisted": document.is_unlisted,
        "alternates": _alternates_of_member(site, address, content),
        "signup": signup_address(language, address, content.page, content.arm),
        "form": form or Filled(),
        "form_action": language_address(language, address, content.arm),
        "view": _view(site, address, content.arm, language),
        "opened": _opened(site, content),
    }
    # The links of a preview are those of the desk.
    languages = {} if content.is_preview else _languages(content.offered, address, content.arm)
    status = 422 if form else 200
    style = _style_of(document.palette) + focus_styles(each for _, each in document.own_pictures())
    return _respond(site, language, "lander.html", given, languages, status=status, style=style, say=say)


def render_unknown(status: int = 404, *, text: str = "unknown") -> Response:
    """A page that says what is missing: `text` begins the keys of its words."""
    site = current_site()
    language = language_of(site, site.locales, is_strict=False)
    given = {"scene": "", "niche": site.niche or 1, "text": text, "search": None}
    start: dict[str, tuple[str, str]] = {
        code: (language_name(code), localized_path(code, "/")) for code in site.locales
    }
    return _respond(site, language, "unknown.html", given, start, status=status)


def _named_language() -> str:
    """The language of the path; empty without one."""
    named: str = (request.view_args or {}).get("locale", "")
    return named


def language_of(site: Site, offered: Sequence[Locale], *, is_strict: bool = True) -> Locale:
    """The language of the URL, else of the cookie, if the page is offered in it; else the page's main one.

    Raises PageUnknown for a path below a language that the site does not have, and for a parameter that names no
    language of the product.
    """
    named = _named_language()
    asked = named or request.args.get("lang", "")
    if asked and is_strict and asked not in (site.locales if named else (*LOCALES, *site.own_languages)):
        raise PageUnknown()
    for wanted in (asked, locale()):
        for each in offered:
            if each == wanted:
                return each
    return main_language(site, offered)


def _respond(
    site: Site,
    language: str,
    template: str,
    given: Mapping[str, Any],
    languages: Mapping[str, tuple[str, str]],
    *,
    status: int = 200,
    style: str = "",
    say: Any = None,
) -> Response:
    shared: dict[str, Any] = {
        "locale": language,
        "site": site,
        "say": say or partial(_say, language, site, None),
        "page": partial(localized_path, language),
        "languages": languages,
        "asset": assets().address,
        "style": style,
    }
    body = render_template(template, **shared, **given)
    response = Response(body, status, content_type="text/html; charset=utf-8")
    # The desk shows previews beside the form; nobody frames a page.
    framed_by = "'self'" if given.get("is_preview") else "'none'"
    posts = (
        "'self'"
        if any(block.kind == "form" for block in given.get("blocks", ())) and not given["is_preview"]
        else "'none'"
    )
    policy = POLICY.format(style=_hash_of(style), framed_by=framed_by, form=posts)
    response.headers["Content-Security-Policy"] = policy
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Cookie"
    return response


def _languages(offered: Sequence[Locale], address: Address, arm: Arm) -> dict[str, tuple[str, str]]:
    """Name and URL of each language of the page."""
    return {code: (language_name(code), language_address(code, address, arm)) for code in offered}


def _search(site: Site, language: Locale, content: Content, title: str, description: str) -> SearchHead | None:
    """None for what search engines leave out: a preview, and a page that shows a member."""
    if content.member is not None or content.is_preview:
        return None
    picture = assets().address(f"links/{content.document.scene}.jpg")
    return search_head(site, content.page, content.offered, language, title, description, picture)


def _alternates_of_member(site: Site, address: Address, content: Content) -> dict[str, str]:
    """URLs of a member's page for previews of a shared link; search engines do not index it."""
    if content.member is None:
        return {}
    scene = content.document.scene.value
    path = member_path(address.path, scene if content.page == scene else "")
    return alternates_of(site, path, content.offered)


def _view(site: Site, address: Address, arm: Arm, language: str) -> dict[str, Any]:
    network = address.campaign.get("network", "")
    signed = (site.key, address.path, network, language, str(arm.version), str(arm.id))
    link = {"link": address.link} if address.link else {}
    return {
        "path": address.path,
        "network": network,
        "version": arm.version,
        "arm": arm.id,
        "locale": language,
        "rendering": wiring().renderings.prove(*signed, *link.values()),
        **link,
    }


def _opened(site: Site, content: Content) -> str:
    """The proof that the page's script passes on to the sign-up."""
    headers = request.headers
    is_browser = not is_program(headers.get("User-Agent", "")) and bool(headers.get("Accept-Language"))
    page = (site.key, content.page, str(content.arm.version), str(content.arm.id))
    return wiring().renderings.open(*page, is_program=not is_browser)


def _default_words(say: Any, document: PageDocument) -> dict[str, str]:
    return {part: say(f"{document.scene}_{part}") for part in ("title", "accent", "text")}


def _say(language: str, site: Site, member: MemberCard | None, key: str, **more: Any) -> str:
    file, _, name = key.rpartition(":")
    texts = texts_of(site, file or "lander")
    if key == "price_text":
        counts = {"messages": site.free_messages, "credits": site.message_credits}
        more |= {name: texts.plural(f"price_{name}", language, count) for name, count in counts.items()}
    params = {
        "site": site.name,
        "min_age": site.min_age,
        "email": site.support_email,
        "name": member.name if member else "",
    }
    return texts.find(name, language, params | more) or key


def _style_of(palette: Palette | None) -> str:
    """Colours alone, each checked by its pattern: nothing in it can end the element."""
    return "" if palette is None else f".evening{{--sky:{palette.sky};--dusk:{palette.dusk};--glow:{palette.glow}}}"


def _hash_of(style: str) -> str:
    return f" 'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'" if style else ""


def assets() -> Assets:
    settings = wiring().settings
    return _read_assets(settings.styles_dir, settings.fonts_dir)


_read_assets = cache(Assets)

"""The inbox of the support desk. Each look at a thread and each act is recorded by profiles."""

from flask import Blueprint
from shared.kit.core import NotFound
from shared.kit.http import Nothing, caller, endpoint

from notifications.domain.mail_parsing import clean
from notifications.domain.support_inbox import Agent
from notifications.usecases.answer_support_mail import change_thread, note_on_thread, reply_to_thread, view_thread
from notifications.web.context import wiring
from notifications.web.support_inbox_models import (
    ChangeThread,
    EntryOut,
    InboxAnswer,
    InboxCounts,
    InboxQuery,
    SupportNote,
    SupportReply,
    TemplateOut,
    TemplatesAnswer,
    TemplatesQuery,
    ThreadAnswer,
    ThreadOut,
    ThreadQuery,
)

support_inbox = Blueprint("support_inbox", __name__, url_prefix="/api")
THREADS_SHOWN, ENTRIES_SHOWN = 30, 200
# Texts `support_reply_<name>` of mails.json.
TEMPLATES = (
    "received",
    "details",
    "confirmation",
    "password",
    "address",
    "payment",
    "refund",
    "second_factor",
    "report",
    "close",
)


def current_agent() -> Agent:
    asking, sites = caller(), wiring().sites
    pool = sites.pool_of(asking.site)
    return Agent(asking.member_id, pool, sites.of_pool(pool))


# A POST, so that searched texts stay out of access logs.
@support_inbox.post("/support-inbox.php")
@endpoint()
def post_support_inbox(body: InboxQuery) -> InboxAnswer:
    """Threads of mails to support, those with the newest mail first."""
    agent = current_agent()
    before = (body.before_at, body.before_id) if body.before_at and body.before_id else None
    with wiring().unit_of_work().reading() as reads:
        found = reads.inbox.page(agent.sites, body.view, agent.actor_id, body.text, before, THREADS_SHOWN + 1)
        counts = reads.inbox.counts(agent.sites, agent.actor_id)
    return InboxAnswer(
        threads=[ThreadOut.of(each, agent.actor_id) for each in found[:THREADS_SHOWN]],
        counts=InboxCounts(**counts),
        has_more=len(found) > THREADS_SHOWN,
    )


@support_inbox.get("/support-thread.php")
@endpoint()
def get_support_thread(query: ThreadQuery) -> ThreadAnswer:
    """A thread with its newest 200 entries. The look is recorded."""
    agent, dependencies = current_agent(), wiring()
    thread = view_thread(dependencies.unit_of_work(), dependencies.visibility, agent, query.id)
    with dependencies.unit_of_work().reading() as reads:
        entries = reads.inbox.entries(thread.id, ENTRIES_SHOWN)
        related = thread.related_id and reads.inbox.find(agent.sites, thread.related_id)
    return ThreadAnswer(
        thread=ThreadOut.of(thread, agent.actor_id),
        entries=[EntryOut.of(each, agent.actor_id) for each in entries],
        member=thread.member_id,
        related=related.id if related else None,
        locales=list(dependencies.sites.get(thread.site).locales),
    )


@support_inbox.put("/support-thread.php")
@endpoint()
def put_support_thread(body: ChangeThread) -> Nothing:
    """Change the state of a thread, take it or give it back, or say whether it is spam."""
    dependencies = wiring()
    change_thread(
        dependencies.unit_of_work(),
        dependencies.visibility,
        current_agent(),
        body.id,
        state=body.state,
        seen=body.seen,
        is_mine=body.mine,
        is_spam=body.spam,
    )
    return Nothing()


@support_inbox.post("/support-reply.php")
@endpoint(status=201)
def post_support_reply(body: SupportReply) -> Nothing:
    """Answer a thread by mail, once for each id, unless a mail or a colleague's answer came meanwhile."""
    dependencies = wiring()
    reply_to_thread(
        dependencies.unit_of_work(),
        dependencies.visibility,
        current_agent(),
        body.id,
        body.thread_id,
        body.seen,
        clean(body.text),
        body.locale,
        closes=body.close,
    )
    return Nothing()


@support_inbox.post("/support-note.php")
@endpoint(status=201)
def post_support_note(body: SupportNote) -> Nothing:
    """Leave a note for colleagues at a thread."""
    dependencies = wiring()
    agent, text = current_agent(), clean(body.text)
    note_on_thread(dependencies.unit_of_work(), dependencies.visibility, agent, body.id, body.thread_id, text)
    return Nothing()


@support_inbox.get("/support-templates.php")
@endpoint()
def get_support_templates(query: TemplatesQuery) -> TemplatesAnswer:
    """Texts that replies begin from, in one language, with the words of the thread's site."""
    if query.site not in current_agent().sites:
        raise NotFound()
    site = wiring().sites.get(query.site)
    texts = wiring().mail_texts.with_own(site.texts("mails"))

    def say(key: str) -> str:
        return texts.find(key, query.locale, {"site": site.name}) or ""

    whole = {name: ("support_greeting", f"support_reply_{name}", "support_sign") for name in TEMPLATES}
    return TemplatesAnswer(
        templates=[TemplateOut(name=name, text="\n\n".join(map(say, keys))) for name, keys in whole.items()]
    )

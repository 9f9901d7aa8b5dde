import type { i18n } from 'i18next'
import { keys } from '@/api/keys'
import type { User } from '@/api/types'
import { documentTitle } from '@/ui/page-title'
import type { Locale } from '@/i18n/locales'
import type { Documents } from './document'
import { draw } from './draw'
import type { Facts, Known } from './facts'
import { escapeHtml } from './head'
import { askForBars, type MemberPage } from './member-pages'
import type { OwnLanguage } from './texts'
import { openSession, type SessionRequest } from './session'
import { Refused, type Upstream } from './upstream'

/** Pages that wait for answers or are drawn at a time. A drawing takes 20 to 40 ms of this process. */
const mostAtOnce = 8

/** Why a member's page goes out without its content. */
export type NotDrawn = 'busy' | 'late' | 'refused' | 'failed' | 'asks_first'

export interface MemberDrawing {
  html: string
  styleHash: string
  /** `Set-Cookie` of a new token. */
  cookies: readonly string[]
}

type Own = ReadonlyMap<Locale, OwnLanguage>

interface Parts {
  upstream: Upstream
  facts: Facts
  documents: Documents
  textsOf: (locale: Locale, own?: OwnLanguage) => Promise<i18n>
  isDevelopment: boolean
  /** Milliseconds for all answers of a page together: after them it goes out empty, and its script asks again. */
  deadline: number
}

/** Something the member is asked before anything else, or a notice that only their device knows to be put away. */
const isAskedFirst = ({ status, terms_due, notifications_disabled }: User) =>
  status !== 'active' || terms_due || notifications_disabled.length > 0

/**
 * Draws screens for the member of a session, with the answers that services give to this member. Nothing of a page is
 * kept: each has its own answers, cache and singletons.
 */
export function createMemberDrawing({ upstream, facts, documents, textsOf, isDevelopment, deadline }: Parts) {
  let running = 0

  async function drawn(page: MemberPage, locale: Locale, request: SessionRequest, signal: AbortSignal, own: Own) {
    const visitor = { host: request.host, address: request.address }
    const [{ user, renewed, answers }, theme, texts] = await Promise.all([
      openSession(upstream, request, signal, async (ask) => {
        const settings = facts.settingsFor(visitor, signal)
        const [bars, own, site] = await Promise.all([
          askForBars(ask),
          settings.then((known) => page.asks(ask, known)),
          settings,
        ])
        return { known: { ...bars, ...own, [keys.settings]: site }, site: site.name }
      }),
      facts.themeFor(visitor),
      textsOf(locale, own.get(locale)),
    ])
    if (isAskedFirst(user)) return null
    const known: Known = { ...answers.known, [keys.user]: user }
    const drawing = await draw(page.path, locale, known, texts)
    const head = `<title>${titleOf(drawing.html, answers.site)}</title><meta name="robots" content="noindex">`
    const versions = new Map([...own].map(([code, { version }]) => [code, version]))
    const parts = { head, locale, own: versions, theme, drawing, known }
    return { ...documents.drawn({ ...parts, changes: isDevelopment, isMember: true }), cookies: renewed }
  }

  /** The page, or why it is not drawn: never an error, because the page without content leads to the same screen. */
  return async (
    page: MemberPage,
    locale: Locale,
    request: SessionRequest,
    own: Own,
  ): Promise<MemberDrawing | NotDrawn> => {
    if (running >= mostAtOnce) return 'busy'
    running += 1
    const signal = AbortSignal.timeout(deadline)
    try {
      return (await drawn(page, locale, request, signal, own)) ?? 'asks_first'
    } catch (error) {
      if (signal.aborted) return 'late'
      if (error instanceof Refused && error.status < 500) return 'refused'
      console.warn(JSON.stringify({ level: 'warning', event: 'member_page_not_drawn', reason: String(error) }))
      return 'failed'
    } finally {
      running -= 1
    }
  }
}

/** The heading of the screen as the title of the window, as the app writes it; both are HTML. */
function titleOf(html: string, site: string): string {
  const [, heading = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? []
  const title = heading.replaceAll(/<[^>]*>/g, '')
  return title ? documentTitle(title, { site: escapeHtml(site), unseen: 0 }) : escapeHtml(site)
}

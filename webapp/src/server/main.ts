import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import { keys } from '@/api/keys'
import type { Settings } from '@/api/types'
import { firstOf } from '@/i18n/choose-locale'
import { isLocale, splitPath, type Locale } from '@/i18n/locales'
import { paths } from '@/paths'
import { createCache } from './cache'
import { createDocuments, type Files } from './document'
import { draw } from './draw'
import { createFacts, type Known } from './facts'
import { escapeHtml, headOf, namingOf } from './head'
import { find, type PublicPage } from './public-pages'
import { robotsOf, sitemapOf } from './sitemap'
import { createTexts } from './texts'
import { createUpstream, type Visitor } from './upstream'

interface Options {
  dist: string
  files: string
  services: { identity: string; billing: string }
  isDevelopment: boolean
}

export interface PageRequest extends Visitor {
  /** The path as it was asked for, decoded, without its query. */
  path: string
  /** The language of the cookie. */
  locale: string | undefined
  /** The browser's languages, the preferred one first. */
  preferred: readonly string[]
  /** Whether the browser may hold a session. Its pages have no content: only the script learns whose it is. */
  hasSession: boolean
}

export interface Page {
  status: number
  html: string
  locale: Locale
  /** Of the styles in the page, for its Content-Security-Policy. */
  styleHash?: string
}

/** Pages kept: each site, language, page and country of a visitor is one. */
const mostPages = 1_000
const always = ['src/app/footer/footer.tsx']

/** Draws the pages that everyone may see, and names all others. Rejects when a service that knows the site is away. */
export async function createPages({ dist, files, services, isDevelopment }: Options) {
  // Screens ask for texts of the page's instance, which has none here: each language has its own (texts.ts).
  await i18next.init({ lng: 'en', resources: { en: {} } })
  const facts = createFacts(createUpstream(services), dist)
  const documents = createDocuments(dist, JSON.parse(readFileSync(join(files), 'utf8')) as Files)
  const textsOf = createTexts()
  const kept = createCache<Page>(mostPages)

  const modulesOf = (page: PublicPage, locale: Locale) => [
    page.module,
    ...always,
    ...(page.texts.length > 0 ? ['src/i18n/screen-texts.ts'] : []),
    ...['common', 'errors', ...page.texts].map((name) => `src/locales/${locale}/${name}.json`),
  ]

  async function drawn(page: PublicPage, status: number, locale: Locale, visitor: Visitor): Promise<Page> {
    const [known, theme] = await Promise.all([facts.knownFor(page, locale, visitor), facts.themeFor(visitor)])
    const key = createHash('sha256')
      .update(JSON.stringify([page.path, locale, known, theme]))
      .digest('base64')
    const before = kept.get(key)
    if (before) return before
    const made = { status, locale, ...(await make(page, locale, known, theme)) }
    kept.set(key, made)
    return made
  }

  async function make(page: PublicPage, locale: Locale, known: Known, theme: string) {
    const texts = await textsOf(locale)
    const settings = known[keys.settings] as Settings
    const head = headOf(page, locale, settings, namingOf(page, locale, settings, known, texts))
    const drawing = await draw(page.path, locale, known, texts)
    const modules = modulesOf(page, locale)
    return documents.drawn({ modules, head, locale, theme, drawing, known, changes: isDevelopment })
  }

  async function empty(page: PublicPage | null, status: number, locale: Locale, visitor: Visitor): Promise<Page> {
    const brand = await facts.brandFor(visitor)
    const isNamed = page?.isIndexed && !page.name && !page.asks
    const head = isNamed
      ? headOf(page, locale, brand, namingOf(page, locale, brand, {}, await textsOf(locale)))
      : `<title>${escapeHtml(brand.name)}</title><meta name="robots" content="noindex">`
    return { status, locale, html: documents.empty(head, locale) }
  }

  async function pageFor({ path, locale: cookie, preferred, hasSession, ...visitor }: PageRequest): Promise<Page> {
    const { locale: named, rest } = splitPath(path)
    const brand = await facts.brandFor(visitor)
    // The rule of the script (i18n/choose-locale.ts), so that a first visit is drawn in the language it will be shown in.
    const locale = named ?? (isLocale(cookie) ? cookie : firstOf(brand, preferred))
    const { status, page } = find(rest)
    const isClosed = page?.path === paths.signup && brand.signups !== 'all'
    if (hasSession || !page || isClosed) return empty(page, status, locale, visitor)
    return drawn(page, status, locale, visitor)
  }

  /** Files for crawlers, which name the site's own addresses; null for any other path. */
  function fileFor(path: string, visitor: Visitor): Promise<{ type: string; text: string }> | null {
    if (path === '/robots.txt')
      return facts.brandFor(visitor).then((site) => ({ type: 'text/plain', text: robotsOf(site) }))
    if (path === '/sitemap.xml')
      return facts.brandFor(visitor).then((site) => ({ type: 'application/xml', text: sitemapOf(site) }))
    return null
  }

  return { pageFor, fileFor }
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import { keys } from '@/api/keys'
import type { Settings } from '@/api/types'
import { ownLanguage } from '@/i18n/choose-locale'
import { isLocale, isOfProduct, splitPath, type Locale } from '@/i18n/locales'
import type { OwnLanguages } from '@/i18n/own-languages'
import { pageNames, paths, type PageName } from '@/paths'
import { createCache } from './cache'
import { createDocuments, type Files } from './document'
import { draw } from './draw'
import { createFacts, type Known } from './facts'
import { escapeHtml, headOf, namingOf } from './head'
import { createMemberDrawing, type NotDrawn } from './member-drawing'
import { findMemberPage } from './member-pages'
import { find, type PublicPage } from './public-pages'
import { robotsOf, sitemapOf } from './sitemap'
import { createTexts, type OwnLanguage } from './texts'
import type { SessionRequest } from './session'
import { createUpstream, type Services, type Visitor } from './upstream'

interface Options {
  dist: string
  files: string
  services: Services
  isDevelopment: boolean
  /** Milliseconds that services have for the answers of a member's page. */
  deadline?: number
}

export interface PageRequest extends Visitor {
  /** The path as it was asked for, decoded, without its query. */
  path: string
  /** The language of the cookie, else of the account. */
  locale: string | undefined
  /** Whether the browser may hold a session: it gets no page of a visitor. */
  hasSession: boolean
  /** With a session, what draws the page of its member; without it the page has no content. */
  session?: Pick<SessionRequest, 'site' | 'cookie'> & { isPhone: boolean }
}

export interface Page {
  status: number
  html: string
  locale: Locale
  /** Of the styles in the page, for its Content-Security-Policy. */
  styleHash?: string
  /** Of a screen that members get drawn: whether it is, or why not. */
  outcome?: 'drawn' | NotDrawn
  /** `Set-Cookie` headers of a page drawn for a member. */
  cookies?: readonly string[]
}

interface SiteFile {
  type: string
  content: string | Buffer
  /** Of the site's folder, which may change at any time. */
  isOwn?: boolean
  /** Asked for by its version, with which its address changes. */
  isForever?: boolean
}

type Own = ReadonlyMap<Locale, OwnLanguage>

const versionsOf = (own: Own): OwnLanguages => new Map([...own].map(([code, { version }]) => [code, version]))

const types: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  md: 'text/markdown',
  woff2: 'font/woff2',
}

/** Pages kept: each site, language, page and country of a visitor is one. */
const mostPages = 1_000

/** A developer's machine builds, tests and answers at the same time. */
const developmentDeadline = 5_000

/**
 * Draws the pages that everyone may see, and screens for the member who asks; names all others. Rejects when a service
 * that knows the site is away.
 */
export async function createPages({
  dist,
  files,
  services,
  isDevelopment,
  deadline = isDevelopment ? developmentDeadline : 500,
}: Options) {
  // Screens ask for texts of the page's instance, which has none here: each language has its own (texts.ts).
  await i18next.init({ lng: 'en', resources: { en: {} } })
  const upstream = createUpstream(services)
  const facts = createFacts(upstream, dist)
  const documents = createDocuments(dist, JSON.parse(readFileSync(join(files), 'utf8')) as Files)
  const textsOf = createTexts()
  const kept = createCache<Page>(mostPages)

  const drawForMember = createMemberDrawing({ upstream, facts, documents, textsOf, isDevelopment, deadline })

  async function drawn(page: PublicPage, status: number, locale: Locale, visitor: Visitor, own: Own): Promise<Page> {
    const [known, theme] = await Promise.all([facts.knownFor(page, locale, visitor), facts.themeFor(visitor)])
    const key = createHash('sha256')
      .update(JSON.stringify([page.path, locale, known, theme, [...versionsOf(own)]]))
      .digest('base64')
    const before = kept.get(key)
    if (before) return before
    const made = { status, locale, ...(await make(page, locale, known, theme, own)) }
    kept.set(key, made)
    return made
  }

  async function make(page: PublicPage, locale: Locale, known: Known, theme: string, own: Own) {
    const texts = await textsOf(locale, own.get(locale))
    const settings = known[keys.settings] as Settings
    const head = headOf(page, locale, settings, namingOf(page, locale, settings, known, texts))
    const drawing = await draw(page.path, locale, known, texts)
    return documents.drawn({ head, locale, own: versionsOf(own), theme, drawing, known, changes: isDevelopment })
  }

  async function empty(
    page: PublicPage | null,
    status: number,
    locale: Locale,
    visitor: Visitor,
    own: Own,
  ): Promise<Page> {
    const brand = await facts.brandFor(visitor)
    const isNamed = page?.isIndexed && !page.name && !page.asks
    const head = isNamed
      ? headOf(page, locale, brand, namingOf(page, locale, brand, {}, await textsOf(locale, own.get(locale))))
      : `<title>${escapeHtml(brand.name)}</title><meta name="robots" content="noindex">`
    const name = `<meta name="application-name" content="${escapeHtml(brand.name)}">`
    return { status, locale, html: documents.empty(head + name, locale, versionsOf(own)) }
  }

  async function pageFor(request: PageRequest): Promise<Page> {
    const { path, locale: earlier, hasSession, session, host, address } = request
    const visitor: Visitor = { host, address }
    const brand = await facts.brandFor(visitor)
    const own = await facts.languagesFor(brand, visitor)
    const { locale: named, rest } = splitPath(path, versionsOf(own))
    // The rule of the script (i18n/choose-locale.ts), so that a first visit is drawn in the language it will be shown in.
    const locale = named ?? (isLocale(earlier, versionsOf(own)) ? earlier : ownLanguage(brand))
    const { status, page } = find(rest)
    const isClosed = page?.path === paths.signup && brand.signups !== 'all'
    const screen = hasSession && session && findMemberPage(rest, session.isPhone)
    if (screen) {
      const made = await drawForMember(screen, locale, { ...visitor, ...session, locale: earlier }, own)
      if (typeof made === 'object') return { status, locale, outcome: 'drawn', ...made }
      return { ...(await empty(page, status, locale, visitor, own)), outcome: made }
    }
    if (hasSession || !page || isClosed) return empty(page, status, locale, visitor, own)
    return drawn(page, status, locale, visitor, own)
  }

  /** Texts in a language of the site's own: under their version they are the same for ever. */
  async function textsFor(language: Locale, file: string, visitor: Visitor, version: string | null) {
    const own = (await facts.languagesFor(await facts.brandFor(visitor), visitor)).get(language)
    if (!own || !Object.hasOwn(own.files, file)) return null
    const content = JSON.stringify(own.files[file])
    return { type: 'application/json', content, isOwn: true, isForever: version === own.version }
  }

  async function legalPageFor(language: Locale, name: PageName, visitor: Visitor): Promise<SiteFile | null> {
    const { own_languages } = await facts.brandFor(visitor)
    if (!own_languages?.includes(language) || !pageNames.includes(name)) return null
    return { type: types.md!, content: await facts.legalPageFor(language, name, visitor), isOwn: true }
  }

  /**
   * Files that differ by site: those for crawlers, which name its addresses, and its own icons, fonts and pages. Null for any
   * other path; a file that the site does not have resolves to null, and the product's is meant.
   */
  function fileFor(path: string, visitor: Visitor, version: string | null = null): Promise<SiteFile | null> | null {
    if (path === '/robots.txt')
      return facts.brandFor(visitor).then((site) => ({ type: 'text/plain', content: robotsOf(site) }))
    if (path === '/sitemap.xml')
      return facts.brandFor(visitor).then((site) => ({ type: 'application/xml', content: sitemapOf(site) }))
    const [, language, file] = /^\/texts\/([a-z]{2})\/([a-z]+)\.json$/.exec(path) ?? []
    if (language && file) return textsFor(language, file, visitor, version)
    const [, locale, page] = /^\/pages\/([a-z]{2})\/([a-z-]+)\.md$/.exec(path) ?? []
    if (locale && page && !isOfProduct(locale)) return legalPageFor(locale, page as PageName, visitor)
    const [, kind] = /^\/(?:icons|fonts|pages\/[a-z]{2})\/[a-z0-9-]+\.(svg|png|md|woff2)$/.exec(path) ?? []
    if (!kind) return null
    return facts.ownFileFor(path, visitor).then((content) => content && { type: types[kind]!, content, isOwn: true })
  }

  return { pageFor, fileFor }
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keys } from '@/api/keys'
import { address } from '@/api/http'
import type { Settings } from '@/api/types'
import { isOfProduct, type Locale } from '@/i18n/locales'
import { createFreshCache } from './cache'
import type { PublicPage } from './public-pages'
import type { OwnLanguage } from './texts'
import { Refused, type Upstream, type Visitor } from './upstream'

/** Milliseconds: a change of a site is seen within ten seconds, two of which its services take. */
const lasts = 5_000
const mostSites = 100
/** Icons and pages of all sites. */
const mostFiles = 500

export type Known = Record<string, unknown>

/** What pages are drawn with: answers of the API as a visitor gets them, under the keys the app asks by. */
export function createFacts(upstream: Upstream, dist: string) {
  const brands = createFreshCache<Settings>(lasts, mostSites)
  const answers = createFreshCache<unknown>(lasts, mostSites)
  const themes = createFreshCache<string>(lasts, mostSites)
  const languages = createFreshCache<OwnLanguage>(lasts, mostSites)
  const ownFiles = createFreshCache<Buffer | null>(lasts, mostFiles)

  async function settingsFor(visitor: Visitor, signal?: AbortSignal): Promise<Settings> {
    const answer = JSON.parse(await upstream.ask('identity', keys.settings, visitor, signal)) as { settings: Settings }
    return answer.settings
  }

  const companyFor = (visitor: Visitor) =>
    answers(`${visitor.host} company`, async () => {
      const answer = JSON.parse(await upstream.ask('identity', keys.company, visitor)) as { company: unknown }
      return answer.company
    })

  const packagesFor = (visitor: Visitor) =>
    answers(`${visitor.host} packages`, async () =>
      JSON.parse(await upstream.ask('billing', address('packages.php'), visitor)),
    )

  const transparencyFor = (visitor: Visitor) =>
    answers(`${visitor.host} transparency`, async () =>
      JSON.parse(await upstream.ask('profiles', address('transparency.php'), visitor)),
    )

  /** A file of the site's own, by its path; null where it has none. */
  const ownFileFor = (path: string, visitor: Visitor): Promise<Buffer | null> =>
    ownFiles(`${visitor.host} ${path}`, async () => {
      try {
        const query = new URLSearchParams({ file: path.slice(1) })
        return (await upstream.fetchFrom('identity', `${address('site-file.php')}?${query}`, visitor)).bytes
      } catch (error) {
        if (error instanceof Refused && error.status === 404) return null
        throw error
      }
    })

  /** A language of the site's own, whose texts identity has. */
  const languageFor = (code: Locale, visitor: Visitor): Promise<OwnLanguage> =>
    languages(`${visitor.host} ${code}`, async () => {
      const query = new URLSearchParams({ file: `languages/${code}.json` })
      const path = `${address('site-file.php')}?${query}`
      const body = await upstream.ask('identity', path, visitor).catch((error: unknown) => {
        // It has no texts for pages yet.
        if (error instanceof Refused && error.status === 404) return '{}'
        throw error
      })
      return {
        version: createHash('sha256').update(body).digest('hex').slice(0, 12),
        files: JSON.parse(body) as OwnLanguage['files'],
      }
    })

  /** The Markdown of a legal page; in a language of the site's own English stands for one that is missing. */
  async function legalPageFor(locale: Locale, name: string, visitor: Visitor): Promise<string> {
    const own = await ownFileFor(`/pages/${locale}/${name}.md`, visitor)
    if (own) return own.toString()
    return isOfProduct(locale)
      ? readFile(join(dist, `/pages/${locale}/${name}.md`), 'utf8')
      : legalPageFor('en', name, visitor)
  }

  return {
    ownFileFor,
    legalPageFor,

    /** The languages of the site's own, by their codes. */
    async languagesFor({ own_languages }: Settings, visitor: Visitor): Promise<ReadonlyMap<Locale, OwnLanguage>> {
      // Identity of the release before names none.
      const found = (own_languages ?? []).map(async (code) => [code, await languageFor(code, visitor)] as const)
      return new Map(await Promise.all(found))
    },

    /** The settings that are the same for all visitors of a site, such as its name. */
    brandFor: ({ host }: Visitor): Promise<Settings> => brands(host, () => settingsFor({ host, address: '' })),

    /** The settings as this visitor gets them: some follow their country, which identity derives from the address. */
    settingsFor,

    themeFor: (visitor: Visitor): Promise<string> =>
      themes(visitor.host, () => upstream.ask('identity', '/api/theme.css', visitor)),

    /** Everything that a public page asks for, with nobody logged in. */
    async knownFor(page: PublicPage, locale: Locale, visitor: Visitor): Promise<Known> {
      const known: Known = { [keys.user]: null, [keys.settings]: await settingsFor(visitor) }
      if (page.asks === 'packages') known[address('packages.php')] = await packagesFor(visitor)
      if (page.asks === 'transparency') known[address('transparency.php')] = await transparencyFor(visitor)
      if (page.asks === 'company') {
        known[keys.company] = await companyFor(visitor)
        known[`/pages/${locale}/${page.name}.md`] = await legalPageFor(locale, page.name!, visitor)
      }
      return known
    },
  }
}

export type Facts = ReturnType<typeof createFacts>

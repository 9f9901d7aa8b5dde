import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keys } from '@/api/keys'
import { address } from '@/api/http'
import type { Settings } from '@/api/types'
import type { Locale } from '@/i18n/locales'
import { createFreshCache } from './cache'
import type { PublicPage } from './public-pages'
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

  return {
    ownFileFor,

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
        const file = `/pages/${locale}/${page.name}.md`
        known[keys.company] = await companyFor(visitor)
        known[file] = (await ownFileFor(file, visitor))?.toString() ?? (await readFile(join(dist, file), 'utf8'))
      }
      return known
    },
  }
}

export type Facts = ReturnType<typeof createFacts>

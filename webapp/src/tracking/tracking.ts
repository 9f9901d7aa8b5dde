import { api } from '@/api/client'
import { session } from '@/api/device/storage'
import { objects, readConsent, writeConsent } from './consent'
import { keepCode } from './carried-code'
import { useSingleton } from '@/singletons'
import { screenChanged } from './screen-changed'

const names = ['network', 'ref', 'sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const
/** Names that advertising tools give to some of them. */
const theirs: Partial<Record<string, string>> = {
  network: 'utm_source',
  ref: 'utm_campaign',
  sub2: 'utm_medium',
  sub3: 'utm_content',
  sub4: 'utm_term',
}
const storageKey = 'tracking'
const sourceKey = 'source'

/** The source of a visitor, required by sites that are open to visitors with a source alone. */
export interface Source {
  network: string
  ref: string
}

/** The landing page a visitor came from, its version and arm. It names nobody. */
export interface Arrival {
  page: string
  version: number
  arm: number
  network: string
  /** The lander's proof of when it rendered the page; empty if its script did not run. */
  opened: string
  /** The smart link that led to the page. */
  link?: string
}

/**
 * The campaign and the landing page that the address of this page named. Both are in memory only until the visitor agrees
 * that we note them.
 */
export function createTracking() {
  let named: { campaign: Record<string, string>; arrival: Arrival; path: string } | null = null

  const view = () => ({
    path: named?.path ?? '/',
    network: named?.arrival.network ?? '',
    locale: document.documentElement.lang,
  })

  function countContinuation(): void {
    if (readConsent() !== 'no') void api.put('track.php', view(), { retries: 0 }).catch(() => undefined)
  }

  /** Counts a view of the app's first screen, and whether a second one follows. */
  function countView(): void {
    if (readConsent() === 'no') return
    void api.post('track.php', view(), { retries: 0 }).catch(() => undefined)
    window.addEventListener(screenChanged, countContinuation, { once: true })
  }

  /** The campaign that brought this visit; null without the visitor's yes. */
  function campaign(): Record<string, string> | null {
    return readConsent() === 'yes' ? (named?.campaign ?? read(storageKey)) : null
  }

  /**
   * The source that lets a visitor in where a site is open only to those who were sent. It needs no yes: nobody can sign
   * up there without it. It is sent with the sign-up alone, and stored nowhere by it.
   */
  function source(): Source | null {
    const stated = named?.campaign ?? read(sourceKey) ?? campaign()
    return stated?.network || stated?.ref ? { network: stated.network ?? '', ref: stated.ref ?? '' } : null
  }

  return {
    campaign,
    source,
    isShownAgain,

    /** The landing page of this visit: sent with every sign-up, because it says nothing about the visitor. */
    arrival: (): Arrival | null => named?.arrival ?? null,

    /** Whether there is a campaign to ask about. A browser that objects is not asked. */
    hasCampaign: (): boolean => !objects() && Object.keys(named?.campaign ?? read(storageKey) ?? {}).length > 0,

    /** Keeps the source in this tab over a reload, on a site that asks for one. */
    keepSource(): void {
      const sentBy = source()
      if (sentBy) session.set(sourceKey, JSON.stringify(sentBy))
    },

    /** Reads campaign and landing page from the address. Counts a view that began in the app, unless it is shown again. */
    keep(search: string, path: string, isAgain = false): void {
      const query = new URLSearchParams(search)
      keepCode(query, path)
      const campaign = campaignOf(query)
      const page = /^[a-z0-9/-]{1,100}$/.exec(query.get('page') ?? '')?.[0]
      if (Object.keys(campaign).length === 0 && !page) return
      named = { campaign, arrival: arrivalOf(query, page, campaign), path }
      if (readConsent() === 'yes') session.set(storageKey, JSON.stringify(campaign))
      // A landing page has counted its view, and the step from it to here.
      if (!page && !isAgain) countView()
    },

    /** Stores the visitor's answer: a yes keeps the campaign in this tab, a no deletes it. */
    answer(said: 'yes' | 'no'): void {
      writeConsent(said)
      if (said === 'no') {
        session.remove(storageKey)
        window.removeEventListener(screenChanged, countContinuation)
      } else if (named) session.set(storageKey, JSON.stringify(named.campaign))
    },
  }
}

export const useTracking = (): ReturnType<typeof createTracking> => useSingleton(createTracking)

function campaignOf(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name) || query.get(theirs[name] ?? name)
      return value ? [[name, value.slice(0, 200)]] : []
    }),
  )
}

function arrivalOf(query: URLSearchParams, page: string | undefined, campaign: Record<string, string>): Arrival {
  const [version = 0, arm = 0] = (/^\d{1,15}\.\d{1,15}$/.exec(query.get('v') ?? '')?.[0] ?? '').split('.').map(Number)
  const network = /^[\w.-]{1,32}$/.exec(campaign.network ?? '')?.[0] ?? ''
  const opened = /^[0-9a-f]{1,12}p?\.[\w-]{1,40}$/.exec(query.get('o') ?? '')?.[0] ?? ''
  const link = /^[a-z0-9-]{1,32}$/.exec(query.get('link') ?? '')?.[0]
  return { page: page ?? 'app', version, arm, network, opened, ...(link && { link }) }
}

/** Whether the page was loaded again, or came from the history: no new view. */
function isShownAgain(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry !== undefined && entry.type !== 'navigate'
}

function read(from: string): Record<string, string> | null {
  try {
    return JSON.parse(session.get(from) ?? 'null') as Record<string, string> | null
  } catch {
    return null
  }
}

import { api } from '@/api/client'
import { objects, readConsent, writeConsent } from './consent'
import { screenChanged } from './screen-changed'

const names = ['network', 'ref', 'sub1', 'sub2', 'sub3'] as const
/** Names that advertising tools give to some of them. */
const theirs: Partial<Record<string, string>> = {
  network: 'utm_source',
  ref: 'utm_campaign',
  sub2: 'utm_medium',
  sub3: 'utm_content',
}
const storageKey = 'tracking'
const sourceKey = 'source'

/** Who sent a visitor here: what a site asks that is open only to those who were sent. */
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
}

/** What the address of this page named: in memory only, until the visitor says whether we may note it. */
let named: { campaign: Record<string, string>; arrival: Arrival; path: string } | null = null

/** The campaign that brought this visit; null without the visitor's yes. */
export function readTracking(): Record<string, string> | null {
  return readConsent() === 'yes' ? (named?.campaign ?? read(storageKey)) : null
}

/** The landing page of this visit: told with every sign-up, because it says nothing about the visitor. */
export function readArrival(): Arrival | null {
  return named?.arrival ?? null
}

/** Whether there is a campaign to ask about. A browser that objects is not asked. */
export function hasCampaign(): boolean {
  return !objects() && Object.keys(named?.campaign ?? read(storageKey) ?? {}).length > 0
}

/**
 * What lets a visitor in where a site is open only to those who were sent. It needs no yes: nobody can sign up there
 * without it. It is told with the sign-up alone, and kept nowhere by it.
 */
export function readSource(): Source | null {
  const told = named?.campaign ?? read(sourceKey) ?? readTracking()
  return told?.network || told?.ref ? { network: told.network ?? '', ref: told.ref ?? '' } : null
}

/** On a site that asks for a source, this tab remembers it over a reload. */
export function keepSource(): void {
  const source = readSource()
  if (source) sessionStorage.setItem(sourceKey, JSON.stringify(source))
}

/** Reads the campaign and the landing page from the address, and counts a view that began in the app, unless it is shown again. */
export function keepTracking(search: string, path: string, isAgain = false): void {
  const query = new URLSearchParams(search)
  const campaign = Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name) || query.get(theirs[name] ?? name)
      return value ? [[name, value.slice(0, 200)]] : []
    }),
  )
  const page = /^[a-z0-9/-]{1,100}$/.exec(query.get('page') ?? '')?.[0]
  if (Object.keys(campaign).length === 0 && !page) return
  const [version = 0, arm = 0] = (/^\d{1,15}\.\d{1,15}$/.exec(query.get('v') ?? '')?.[0] ?? '').split('.').map(Number)
  const network = /^[\w.-]{1,32}$/.exec(campaign.network ?? '')?.[0] ?? ''
  named = { campaign, arrival: { page: page ?? 'app', version, arm, network }, path }
  if (readConsent() === 'yes') sessionStorage.setItem(storageKey, JSON.stringify(campaign))
  // A landing page has counted its view, and the step from it to here.
  if (!page && !isAgain) countView()
}

/** The visitor's answer: a yes remembers in this tab where the visit came from, a no forgets it. */
export function sayAboutTracking(said: 'yes' | 'no'): void {
  writeConsent(said)
  if (said === 'no') {
    sessionStorage.removeItem(storageKey)
    window.removeEventListener(screenChanged, countContinuation)
  } else if (named) sessionStorage.setItem(storageKey, JSON.stringify(named.campaign))
}

export function forgetTracking(): void {
  named = null
  window.removeEventListener(screenChanged, countContinuation)
  sessionStorage.removeItem(storageKey)
  sessionStorage.removeItem(sourceKey)
}

/** Whether the page was loaded again, or came from the history: no new view. */
export function isShownAgain(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry !== undefined && entry.type !== 'navigate'
}

/** Counts a view of the app's first screen, and whether a second one follows. */
function countView(): void {
  if (readConsent() === 'no') return
  void api.post('track.php', view(), { retries: 0 }).catch(() => undefined)
  window.addEventListener(screenChanged, countContinuation, { once: true })
}

function countContinuation(): void {
  if (readConsent() !== 'no') void api.put('track.php', view(), { retries: 0 }).catch(() => undefined)
}

function view() {
  return { path: named?.path ?? '/', network: named?.arrival.network ?? '', locale: document.documentElement.lang }
}

function read(from: string): Record<string, string> | null {
  try {
    return JSON.parse(sessionStorage.getItem(from) ?? 'null') as Record<string, string> | null
  } catch {
    return null
  }
}

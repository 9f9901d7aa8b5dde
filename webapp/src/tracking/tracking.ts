import { api } from '../api/client'
import { newId } from '../api/new-id'
import { readConsent, writeConsent } from './consent'

const names = ['network', 'ref', 'sub1', 'sub2', 'sub3', 'lb'] as const
const place = 'tracking'
const sourcePlace = 'source'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Who sent a visitor here: what a site asks that is open only to those who were sent. */
export interface Source {
  network: string
  ref: string
}

/** The source this page was opened with: in memory only, until the visitor says whether we may note it. */
let named: { tracking: Record<string, string>; path: string } | null = null
/** The visit whose bounce is looked at, while only its first screen was seen. */
let bouncing: string | null = null

/** Where this visit came from, as its first address said; null without the visitor's yes. */
export function readTracking(): Record<string, string> | null {
  return readConsent() === 'yes' ? read(place) : null
}

/**
 * What lets a visitor in where a site is open only to those who were sent. It needs no yes: nobody can sign up there
 * without it. It is told with the sign-up alone, and kept nowhere by it.
 */
export function readSource(): Source | null {
  const told = named?.tracking ?? read(sourcePlace) ?? readTracking()
  return told?.network || told?.ref ? { network: told.network ?? '', ref: told.ref ?? '' } : null
}

/** On a site that asks for a source, this tab remembers it over a reload. */
export function keepSource(): void {
  const source = readSource()
  if (source) sessionStorage.setItem(sourcePlace, JSON.stringify(source))
}

/** Remembers the source or visit named in the address for the sign-up, as far as the visitor agrees. */
export function keepTracking(search: string, path: string): void {
  const query = new URLSearchParams(search)
  const given = Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)!.slice(0, 200)]] : [])))
  const told = query.get('visit_id')
  const visit = told && uuid.test(told) ? told : null
  if (Object.keys(given).length === 0 && !visit) return
  named = { tracking: { ...given, visit_id: visit ?? newId() }, path }
  if (readConsent() === 'yes') note()
}

/** The visitor's answer: a yes notes where this visit came from, a no forgets it. */
export function sayAboutTracking(said: 'yes' | 'no'): void {
  writeConsent(said)
  if (said === 'yes') note()
  else {
    sessionStorage.removeItem(place)
    bouncing = null
  }
}

/** Once a second screen is open, the visit is no bounce. Screens open by a press; the address changes just after it. */
function watch(path: string): void {
  const look = () =>
    setTimeout(() => {
      if (!bouncing) document.removeEventListener('click', look)
      else if (location.pathname !== path) goOn()
    })
  document.addEventListener('click', look)
}

function goOn(): void {
  const visit_id = bouncing
  bouncing = null
  void api.put('track.php', { visit_id }, { retries: 0 }).catch(() => undefined)
}

export function forgetTracking(): void {
  named = null
  bouncing = null
  sessionStorage.removeItem(place)
  sessionStorage.removeItem(sourcePlace)
}

function note(): void {
  if (!named) return
  const { tracking, path } = named
  sessionStorage.setItem(place, JSON.stringify(tracking))
  if (tracking.lb && tracking.visit_id) {
    bouncing = tracking.visit_id
    watch(location.pathname)
  }
  void api.post('track.php', { ...tracking, path }, { retries: 0 }).catch(() => undefined)
}

function read(from: string): Record<string, string> | null {
  try {
    return JSON.parse(sessionStorage.getItem(from) ?? 'null') as Record<string, string> | null
  } catch {
    return null
  }
}

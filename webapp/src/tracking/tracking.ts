import { api } from '../api/client'
import { newId } from '../api/new-id'
import { readConsent, writeConsent } from './consent'

const names = ['network', 'ref', 'sub1', 'sub2', 'sub3', 'lb'] as const
const place = 'tracking'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The source this page was opened with: in memory only, until the visitor says whether we may note it. */
let named: { tracking: Record<string, string>; path: string } | null = null

/** Where this visit came from, as its first address said; null without the visitor's yes. */
export function readTracking(): Record<string, string> | null {
  if (readConsent() !== 'yes') return null
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? 'null') as Record<string, string> | null
  } catch {
    return null
  }
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
  else sessionStorage.removeItem(place)
}

export function forgetTracking(): void {
  named = null
  sessionStorage.removeItem(place)
}

function note(): void {
  if (!named) return
  sessionStorage.setItem(place, JSON.stringify(named.tracking))
  // Whether bounces are looked at is kept with the account alone.
  const { lb: _, ...told } = named.tracking
  void api.post('track.php', { ...told, path: named.path }, { retries: 0 }).catch(() => undefined)
}

import { api } from '../api/client'
import { newId } from '../api/new-id'

const names = ['network', 'ref', 'sub1', 'sub2', 'sub3'] as const
const place = 'tracking'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Where this visit came from, as its first address said. */
export function readTracking(): Record<string, string> | null {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? 'null') as Record<string, string> | null
  } catch {
    return null
  }
}

/** Remembers the source or visit named in the address for the sign-up; without one nothing is kept or told. */
export function keepTracking(search: string, path: string): void {
  const query = new URLSearchParams(search)
  const given = Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)!.slice(0, 200)]] : [])))
  const named = query.get('visit_id')
  const visit = named && uuid.test(named) ? named : null
  if (Object.keys(given).length === 0 && !visit) return
  const tracking = { ...given, visit_id: visit ?? newId() }
  sessionStorage.setItem(place, JSON.stringify(tracking))
  void api.post('track.php', { ...tracking, path }, { retries: 0 }).catch(() => undefined)
}

import { api } from '../api/client'
import { newId } from '../api/new-id'

const names = ['network', 'ref', 'sub1', 'sub2', 'sub3'] as const
const place = 'tracking'

/** Where this visit came from, as its first address said. */
export function readTracking(): Record<string, string> | null {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? 'null') as Record<string, string> | null
  } catch {
    return null
  }
}

/** Remembers the source named in the address for the sign-up of this visit; without one nothing is kept or told. */
export function keepTracking(search: string, path: string): void {
  const query = new URLSearchParams(search)
  const given = Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)!.slice(0, 200)]] : [])))
  if (Object.keys(given).length === 0) return
  const tracking = { ...given, visit_id: query.get('visit_id') ?? newId() }
  sessionStorage.setItem(place, JSON.stringify(tracking))
  void api.post('track.php', { ...tracking, path }, { retries: 0 }).catch(() => undefined)
}

import { useSearchParams } from 'react-router'
import { useBrowserFact } from './use-browser-fact'

/** A value of the address's query. A page drawn on the server is the same for every query, so the first drawing over it has none. */
export function useQueryValue(name: string): string | null {
  const [search] = useSearchParams()
  return useBrowserFact(() => search.get(name), null)
}

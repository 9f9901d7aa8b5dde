import { address } from './http'

/** The prefix of the key under which SWR keeps the pages of an endless list together (`swr/infinite`). */
const ofPages = '$inf$'
const endless = address('search.php')

interface Cached {
  data: unknown
  isLoading: false
}

/** Entries of SWR's cache for answers that a page came with. The first page of a search is the list so far, too. */
export function cacheOf(known: Readonly<Record<string, unknown>>): Map<string, Cached> {
  const entries = Object.entries(known).flatMap(([key, data]): [string, Cached][] => [
    [key, { data, isLoading: false }],
    ...(key.startsWith(endless) ? [[`${ofPages}${key}`, { data: [data], isLoading: false }] as [string, Cached]] : []),
  ])
  return new Map(entries)
}

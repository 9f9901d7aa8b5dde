import { useEffect } from 'react'
import { useSWRConfig } from 'swr'
import useSWRInfinite from 'swr/infinite'
import { address, api } from '@/api/client'
import type { SearchResults } from '@/api/types'
import { useSingleton } from '@/singletons'
import { everyoneOnce } from '@/features/members/model/everyone-once'
import type { Query } from '@/features/members/model/filters'

const searchPath = 'search.php'

export function fetchCount(query: Query): Promise<SearchResults['count']> {
  return api.get<SearchResults>(searchPath, { ...query, limit: 1 }).then((answer) => answer.count)
}

// The links to the photos hold ten minutes at least; older answers are asked for again before they are shown.
const linksLive = 9 * 60_000

/** The key of the first page of a search. */
export const searchKey = (query: Query): string => address(searchPath, { ...query })

/** When each page of a search was read, by its SWR key. */
const createFetchTimes = () => new Map<string, number>()

/** Returns a function after which every search is read again when it is shown next. */
export function useExpireSearches(): () => void {
  const fetchedAt = useSingleton(createFetchTimes)
  return () => {
    for (const key of fetchedAt.keys()) fetchedAt.set(key, 0)
  }
}

/** Page after page by cursor. Results stay cached for the way back. */
export function useSearch(query: Query | null) {
  const fetchedAt = useSingleton(createFetchTimes)
  const { cache } = useSWRConfig()
  const fetchPage = async (key: string): Promise<SearchResults> => {
    const page = await api.get<SearchResults>(key.replace(/^\/api\//, ''))
    fetchedAt.set(key, Date.now())
    return page
  }
  const first = query && searchKey(query)
  const { data, error, size, setSize, mutate, isLoading, isValidating } = useSWRInfinite<SearchResults>(
    (index: number, previous: SearchResults | null) => {
      if (!query || index === 0) return first
      if (!previous?.next_cursor) return null
      // A cursor opens with the radius that "auto" stood for.
      return address(searchPath, { ...query, radius: previous.radius_km, cursor: previous.next_cursor })
    },
    fetchPage,
    { revalidateFirstPage: false, revalidateIfStale: false, revalidateOnFocus: false, revalidateOnReconnect: false },
  )

  useEffect(() => {
    if (!first) return
    // Results that came with the page are as old as the page.
    if (!fetchedAt.has(first) && cache.get(first)?.data !== undefined) fetchedAt.set(first, performance.timeOrigin)
    const refreshOld = () => {
      const at = fetchedAt.get(first)
      if (document.visibilityState === 'visible' && at !== undefined && Date.now() - at > linksLive) void mutate()
    }
    refreshOld()
    document.addEventListener('visibilitychange', refreshOld)
    return () => document.removeEventListener('visibilitychange', refreshOld)
  }, [first, mutate, fetchedAt, cache])

  const pages = data ?? []
  return {
    members: everyoneOnce(pages),
    count: pages[0]?.count,
    radiusKm: pages[0]?.radius_km ?? null,
    similar: pages[0]?.similar_results ?? [],
    loosenings: pages[0]?.loosenings ?? [],
    hasMore: Boolean(pages.at(-1)?.next_cursor),
    error: error as unknown,
    isLoading: isLoading || first === null,
    isLoadingMore: isValidating && pages.length < size,
    loadMore: () => void setSize(pages.length + 1),
    retry: () => void mutate(),
  }
}

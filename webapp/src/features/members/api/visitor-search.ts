import useSWRInfinite from 'swr/infinite'
import { address, api } from '@/api/client'
import type { Gender, VisitorResults } from '@/api/types'

interface Query {
  gender: Gender | null
  country: string | null
  network: string | null
  ref: string | null
}

const path = 'visitor-search.php'

export function useVisitorSearch(query: Query) {
  const { data, error, size, setSize, mutate, isLoading, isValidating } = useSWRInfinite<VisitorResults>(
    (index: number, previous: VisitorResults | null) => {
      if (index === 0) return address(path, { ...query })
      return previous?.next_cursor ? address(path, { ...query, cursor: previous.next_cursor }) : null
    },
    (key: string) => api.get<VisitorResults>(key.replace(/^\/api\//, '')),
    { revalidateFirstPage: false, revalidateOnFocus: false },
  )
  const pages = data ?? []
  return {
    members: pages.flatMap((page) => page.profiles),
    count: pages[0]?.count,
    hasMore: Boolean(pages.at(-1)?.next_cursor),
    error: error as unknown,
    isLoading,
    isLoadingMore: isValidating && pages.length < size,
    loadMore: () => void setSize(pages.length + 1),
    retry: () => void mutate(),
  }
}

import { useMemo } from 'react'
import useSWRInfinite from 'swr/infinite'
import { address, api } from '@/api/client'
import type { LikesPage } from '@/api/types'
import type { LikesType } from '@/features/likes/model/lists'

/** Pages after the first one of a list. The key is the place where it ended, so it follows when that moves. */
export function useMoreLikes(type: LikesType, first: string | null) {
  const cursorOf = (place: number, before: LikesPage | null) => (place === 0 ? first : (before?.next_cursor ?? null))
  const { data, error, size, setSize, isLoading } = useSWRInfinite<LikesPage>(
    (place, before: LikesPage | null) => {
      const cursor = cursorOf(place, before)
      return cursor ? address('likes.php', { type, cursor }) : null
    },
    (key: string) => api.get<LikesPage>(key.replace('/api/', '')),
    { initialSize: 0, revalidateFirstPage: false, persistSize: false },
  )
  const pages = useMemo(() => data?.slice(0, size).map(({ likes }) => likes) ?? [], [data, size])
  const end = pages.length === 0 ? first : (data?.[pages.length - 1]?.next_cursor ?? null)
  const waits = size > pages.length && !error
  return {
    pages,
    error: error as unknown,
    hasMore: end !== null,
    isLoading: isLoading || waits,
    loadMore: () => void setSize(pages.length + 1),
  }
}

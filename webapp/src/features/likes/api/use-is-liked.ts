import { useCallback } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { Id } from '@/api/types'
import { useLikes } from '@/api/use-likes'
import { isLiked, mayBeLiked } from '@/features/likes/model/lists'
import { useSingleton } from '@/singletons'
import { createAskLiked } from './ask-liked'

const key = (id: Id) => ['like.php', id]

/** Whether the member likes them, also beyond the likes that are here. */
export function useIsLiked(id: Id): boolean {
  const { data: likes } = useLikes()
  const askLiked = useSingleton(createAskLiked)
  const { data: far } = useSWR<boolean>(mayBeLiked(likes, id) ? key(id) : null, () => askLiked(id), {
    revalidateOnFocus: false,
  })
  return isLiked(likes, id) || (mayBeLiked(likes, id) && far === true)
}

/** Caches the answer without a request. */
export function useNoteLiked() {
  const { mutate } = useSWRConfig()
  return useCallback((id: Id, liked: boolean) => mutate<boolean>(key(id), liked, { revalidate: false }), [mutate])
}

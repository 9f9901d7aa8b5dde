import { useCallback } from 'react'
import { useSWRConfig } from 'swr'
import { keys } from '@/api/keys'
import type { Likes } from '@/api/types'

/** Changes the cached likes without a request; `ask` also reads them again. */
export function useChangeLikes() {
  const { mutate } = useSWRConfig()
  return useCallback(
    (change: (likes: Likes) => Likes, { ask = false } = {}) =>
      mutate<Likes>(keys.likes, (likes?: Likes) => likes && change(likes), { revalidate: ask }),
    [mutate],
  )
}

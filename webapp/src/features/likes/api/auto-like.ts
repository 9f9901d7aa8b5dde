import { useCallback, useEffect, useRef } from 'react'
import { useSWRConfig } from 'swr'
import { api } from '@/api/client'
import { keys } from '@/api/keys'
import type { AutoLike } from '@/api/types'

const likesReloadDelay = 500

/** The newest like that was not seen yet, each by itself once; the lists are read again soon after. */
export function useAutoLike() {
  const { mutate } = useSWRConfig()
  const reload = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(reload.current), [])
  return useCallback(async (): Promise<AutoLike> => {
    const like = await api.get<AutoLike>('auto-like.php')
    reload.current = setTimeout(() => void mutate(keys.likes), likesReloadDelay)
    return like
  }, [mutate])
}

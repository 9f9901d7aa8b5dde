import { useEffect } from 'react'
import { useSWRConfig } from 'swr'
import { isApiError } from '@/api/api-error'
import { createRemembered, useRemembered } from '@/api/use-member'
import { useUser } from '@/api/use-user'
import { createMemoryLoader, hasMemory } from '@/api/device/memory-loader'
import { useSingleton } from '@/singletons'
import { useOnline } from '@/ui'

/** Returns whether the server cannot answer which member is logged in; the device memory is then restored. */
export function useRecall() {
  const { user, error } = useUser()
  const { online } = useOnline()
  const remembered = useRemembered()
  const swr = useSWRConfig()
  const { set } = useSingleton(createRemembered)
  const load = useSingleton(createMemoryLoader)
  const isCutOff = user === undefined && (!online || isApiError(error, 'offline'))
  const isWanted = isCutOff && remembered === undefined
  useEffect(() => {
    if (!isWanted) return
    hasMemory()
      .then(async (has) => (has ? (await load()).recallInto(swr) : null))
      .then(set, () => set(null))
  }, [isWanted, swr, load, set])
  return { isCutOff, remembered }
}

import { useEffect } from 'react'
import { useSWRConfig } from 'swr'
import { isApiError } from '@/api/api-error'
import { setRemembered, useRemembered } from '@/api/use-member'
import { useUser } from '@/api/use-user'
import { useOnline } from '@/ui'

/** Whether the server cannot be asked who is logged in. What this device remembers is brought back then. */
export function useRecall() {
  const { user, error } = useUser()
  const { online } = useOnline()
  const remembered = useRemembered()
  const swr = useSWRConfig()
  const isCutOff = user === undefined && (!online || isApiError(error, 'offline'))
  const isWanted = isCutOff && remembered === undefined
  useEffect(() => {
    if (!isWanted) return
    import('@/api/device/device-memory')
      .then(({ recallInto }) => recallInto(swr))
      .then(setRemembered, () => setRemembered(null))
  }, [isWanted, swr])
  return { isCutOff, remembered }
}

import { useEffect } from 'react'
import { createPushState, usePushState } from '@/api/push-state'
import { useSettings } from '@/api/use-settings'
import { useSingleton } from '@/singletons'
import { findOut } from './device'

/** The state of pushes in this browser. Asks the browser once for each member and page load. */
export function usePush(memberId: string) {
  const { settings } = useSettings()
  const push = useSingleton(createPushState)
  const publicKey = settings?.push_public_key
  useEffect(() => {
    if (publicKey !== undefined && push.isFirstFor(memberId)) void findOut(push, memberId, publicKey)
  }, [push, memberId, publicKey])
  return { ...usePushState(), publicKey: publicKey ?? '' }
}

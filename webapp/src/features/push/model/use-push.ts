import { useEffect, useSyncExternalStore } from 'react'
import { onPushState, pushState } from '@/api/push-state'
import { useSettings } from '@/api/use-settings'
import { findOut } from './device'

let asked: string | null = null

/** How pushes stand in this browser. Finds it out once for each member and page load. */
export function usePush(memberId: string) {
  const { settings } = useSettings()
  const publicKey = settings?.push_public_key
  useEffect(() => {
    if (publicKey === undefined || asked === memberId) return
    asked = memberId
    void findOut(memberId, publicKey)
  }, [memberId, publicKey])
  const state = useSyncExternalStore(onPushState, pushState)
  return { ...state, publicKey: publicKey ?? '' }
}

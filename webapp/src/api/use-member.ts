import { useSyncExternalStore } from 'react'
import { useSingleton } from '@/singletons'
import { createStore } from '@/store'
import type { User } from './types'
import { useUser } from './use-user'

/** The member of the last visit with a network, and the time of it. */
export interface Remembered {
  user: User
  at: string
}

/** Undefined until the device memory has been read, null if it is empty. */
export const createRemembered = () => createStore<Remembered | null | undefined>(undefined)

/** The remembered member until the server has answered, null afterwards. */
export function useRemembered(): Remembered | null | undefined {
  const { user } = useUser()
  const remembered = useSingleton(createRemembered)
  const known = useSyncExternalStore(remembered.subscribe, remembered.get, remembered.get)
  return user === undefined ? known : null
}

/** The member who is logged in or, while the server cannot be asked, the one this device remembers. */
export function useMember(): User | null | undefined {
  const { user } = useUser()
  const remembered = useRemembered()
  return user === undefined ? remembered?.user : user
}

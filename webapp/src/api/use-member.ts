import { useSyncExternalStore } from 'react'
import { useSingleton } from '@/singletons'
import { createStore } from '@/store'
import type { User } from './types'
import { useUser } from './use-user'

/** Who was logged in here when there was a network last, and when that was. */
export interface Remembered {
  user: User
  at: string
}

/** Undefined until the device memory has been read, null if it is empty. */
export const createRemembered = () => createStore<Remembered | null | undefined>(undefined)

/** Stands for what the server would say, so it is nothing as soon as the server has spoken. */
export function useRemembered(): Remembered | null | undefined {
  const { user } = useUser()
  const remembered = useSingleton(createRemembered)
  const known = useSyncExternalStore(remembered.subscribe, remembered.get)
  return user === undefined ? known : null
}

/** The member who is logged in or, while the server cannot be asked, the one this device remembers. */
export function useMember(): User | null | undefined {
  const { user } = useUser()
  const remembered = useRemembered()
  return user === undefined ? remembered?.user : user
}

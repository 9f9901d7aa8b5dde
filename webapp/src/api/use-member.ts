import { useSyncExternalStore } from 'react'
import type { User } from './types'
import { useUser } from './use-user'

/** Who was logged in here when there was a network last, and when that was. */
export interface Remembered {
  user: User
  at: string
}

/** Undefined until it was looked for, null where there is nothing. */
let remembered: Remembered | null | undefined
const listeners = new Set<() => void>()

export function setRemembered(next: Remembered | null | undefined): void {
  remembered = next
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Stands for what the server would say, so it is nothing as soon as the server has spoken. */
export function useRemembered(): Remembered | null | undefined {
  const { user } = useUser()
  const known = useSyncExternalStore(subscribe, () => remembered)
  return user === undefined ? known : null
}

/** The member who is logged in or, while the server cannot be asked, the one this device remembers. */
export function useMember(): User | null | undefined {
  const { user } = useUser()
  const remembered = useRemembered()
  return user === undefined ? remembered?.user : user
}

import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import type { DeviceSession } from '@/api/types'

const key = address('sessions.php')

interface Sessions {
  sessions: DeviceSession[]
}

export function useSessions() {
  return useSWR<Sessions>(key, () => api.get<Sessions>('sessions.php'))
}

export async function endSession(id: string): Promise<void> {
  await api.delete('sessions.php', { id })
  await mutate(key)
}

/** Returns how many were ended. */
export async function endOtherSessions(): Promise<number> {
  const { ended } = await api.delete<{ ended: number }>('sessions.php', { others: true })
  await mutate(key)
  return ended
}

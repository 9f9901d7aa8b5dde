import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import type { Passkey } from '@/api/types'
import { makePasskey } from '@/passkeys/credentials'

const key = address('passkeys.php')

interface Passkeys {
  passkeys: Passkey[]
}

export function usePasskeys() {
  return useSWR<Passkeys>(key, () => api.get<Passkeys>('passkeys.php'))
}

/** False when the member thinks better of it. */
export async function addPasskey(password: string, name: string): Promise<boolean> {
  const { id, options } = await api.post<{ id: string; options: unknown }>('passkeys.php', { password }, { retries: 0 })
  const credential = await makePasskey(options)
  if (!credential) return false
  await api.put('passkeys.php', { id, credential, name }, { retries: 0 })
  await mutate(key)
  return true
}

export async function renamePasskey(id: string, name: string): Promise<void> {
  await api.put('passkey.php', { id, name })
  await mutate(key)
}

export async function removePasskey(id: string): Promise<void> {
  await api.delete('passkeys.php', { id })
  await mutate(key)
}

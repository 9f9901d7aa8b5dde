import { api } from '@/api/client'
import type { User } from '@/api/types'
import { setUser } from '@/api/use-user'
import { signWithPasskey } from '@/passkeys/credentials'

/** Logs in with a passkey of this device; false when the member thinks better of it. */
export async function loginWithPasskey(): Promise<boolean> {
  const { id, options } = await api.post<{ id: string; options: unknown }>('passkey-login.php')
  const credential = await signWithPasskey(options)
  if (!credential) return false
  const { user } = await api.put<{ user: User }>('passkey-login.php', { id, credential }, { retries: 0 })
  await setUser(user)
  return true
}

import { api } from '@/api/client'
import { signWithPasskey } from '@/passkeys/credentials'

export const proveByCode = (code: string) => api.post('second-factor-proof.php', { code }, { retries: 0 })

/** For members whose only second factor is a passkey they have lost. */
export const mailCode = (password: string) => api.put('second-factor-proof.php', { password }, { retries: 0 })

/** False when the member thinks better of it. */
export async function proveByPasskey(): Promise<boolean> {
  const { id, options } = await api.post<{ id: string; options: unknown }>('passkey-proof.php', {}, { retries: 0 })
  const credential = await signWithPasskey(options)
  if (!credential) return false
  await api.put('passkey-proof.php', { id, credential }, { retries: 0 })
  return true
}

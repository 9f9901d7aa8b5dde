import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import type { NewAuthenticator, SecondFactor } from '@/api/types'

const key = address('second-factor.php')

export function useSecondFactor() {
  return useSWR<SecondFactor>(key, () => api.get<SecondFactor>('second-factor.php'))
}

export const beginAuthenticator = (password: string) =>
  api.post<NewAuthenticator>('second-factor.php', { password }, { retries: 0 })

interface Recovery {
  recovery_codes: string[]
}

/** Returns the recovery codes, which are shown this once. */
export async function confirmAuthenticator(code: string): Promise<string[]> {
  const { recovery_codes } = await api.put<Recovery>('second-factor.php', { code }, { retries: 0 })
  await mutate(key)
  return recovery_codes
}

export async function renewRecoveryCodes(password: string): Promise<string[]> {
  const { recovery_codes } = await api.post<Recovery>('recovery-codes.php', { password }, { retries: 0 })
  await mutate(key)
  return recovery_codes
}

export async function removeAuthenticator(password: string): Promise<void> {
  await api.delete('second-factor.php', { password }, { retries: 0 })
  await mutate(key)
}

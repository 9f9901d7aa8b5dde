import { api } from '@/api/client'
import type { User } from '@/api/types'
import { setUser } from '@/api/use-user'

export const askReset = (email: string) => api.post('reset-password.php', { email }, { retries: 0 })

export const resetPassword = (token: string, password: string) =>
  api.put('reset-password.php', { token, password }, { retries: 0 })

/** Ends all other sessions; this one goes on under a new name. */
export async function changePassword(oldPassword: string, password: string): Promise<void> {
  const { user } = await api.put<{ user: User }>(
    'password.php',
    { old_password: oldPassword, password },
    { retries: 0 },
  )
  await setUser(user)
}

export const askMailChange = (email: string, password: string, isKept: boolean) =>
  api.post('mail-change.php', { email, password, ...(isKept && { email_kept: true }) }, { retries: 0 })

/** Ends all other sessions and links, too: the change was requested with the password. */
export const stopMailChange = (token: string) => api.post('mail-change-stop.php', { token }, { retries: 0 })

export const changeMail = (token: string) => api.put('mail-change.php', { token }, { retries: 0 })

import { api } from '@/api/client'
import type { User } from '@/api/types'
import { setUser } from '@/api/use-user'

export const login = (email: string, password: string, code?: string) => logIn('user.php', email, password, code)

/** Logs in to an account of staff, which may have the address of a member. */
export const loginAtDesk = (email: string, password: string, code?: string) =>
  logIn('desk-login.php', email, password, code)

async function logIn(path: string, email: string, password: string, code?: string): Promise<User> {
  const { user } = await api.post<{ user: User }>(path, { email, password, ...(code && { code }) })
  await setUser(user)
  return user
}

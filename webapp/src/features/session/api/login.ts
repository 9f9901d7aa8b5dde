import { api } from '@/api/client'
import type { User } from '@/api/types'
import { setUser } from '@/api/use-user'

export async function login(email: string, password: string, code?: string): Promise<User> {
  const { user } = await api.post<{ user: User }>('user.php', { email, password, ...(code && { code }) })
  await setUser(user)
  return user
}

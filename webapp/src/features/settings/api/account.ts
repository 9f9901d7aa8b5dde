import { api } from '@/api/client'

export async function deleteAccount(password: string): Promise<string> {
  const { reactivate_until } = await api.delete<{ reactivate_until: string }>('user.php', { password })
  return reactivate_until
}

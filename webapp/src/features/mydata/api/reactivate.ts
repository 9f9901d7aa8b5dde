import { api } from '@/api/client'

export function reactivate(token: string): Promise<unknown> {
  return api.post('reactivate.php', { token })
}

import { api } from '@/api/client'
import { keys } from '@/api/keys'
import { mutate } from 'swr'

export async function activate(token: string): Promise<void> {
  await api.post('activate.php', { token })
  await mutate(keys.user)
}

export async function sendAgain(): Promise<void> {
  await api.put('activate.php', {}, { retries: 0 })
}

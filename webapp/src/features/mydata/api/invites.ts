import { api } from '@/api/client'

export interface Invite {
  name: string
  expires_at: string
}

export function findInvite(token: string): Promise<Invite> {
  return api.post<Invite>('invite.php', { token })
}

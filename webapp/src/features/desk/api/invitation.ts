import useSWR from 'swr'
import { api } from '@/api/client'
import type { StaffInvitation, User } from '@/api/types'

const path = 'desk-invitation.php'

/** What an invitation is for, with the key for an authenticator app. Accepts nothing. */
export function useInvitation(token: string) {
  const ask = () => api.post<StaffInvitation>(path, { token })
  return useSWR<StaffInvitation>(token && ['desk invitation', token], ask, {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  })
}

interface Accepted {
  user: User
  recovery_codes: string[]
}

export const acceptInvitation = (token: string, password: string, code: string) =>
  api.put<Accepted>(path, { token, password, code }, { retries: 0 })

import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { GivenRole, StaffPeople } from '@/api/types'

const path = 'desk-people.php'

/** The accounts of staff, for owners. */
export function usePeople() {
  return useSWR<StaffPeople>(address(path), () => api.get<StaffPeople>(path), { shouldRetryOnError: false })
}

export interface InvitedPerson {
  email: string
  name: string
  roles: readonly GivenRole[]
}

export const invite = (person: InvitedPerson) => api.post<StaffPeople>(path, person, { retries: 0 })

export const setRoles = (id: string, roles: readonly GivenRole[]) =>
  api.put<StaffPeople>(path, { id, roles }, { retries: 0 })

/** Mails a new link; password, second factor and sessions end. */
export const inviteAgain = (id: string) => api.put<StaffPeople>(path, { id }, { retries: 0 })

export const endAccess = (id: string) => api.delete(path, { id }, { retries: 0 })

import useSWR from 'swr'
import { api } from '@/api/client'
import { setUser } from '@/api/use-user'
import type { User } from '@/api/types'

const path = 'desk-openid.php'

/** Whether people of staff may log in at the company's OpenID provider; false until it is known. */
export function useOpenIdOffer(): boolean {
  const { data } = useSWR<{ offered: boolean }>(['openid offer'], () => api.get<{ offered: boolean }>(path), {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
  })
  return data?.offered ?? false
}

/** Leaves for the provider's page, which comes back to `paths.deskOpenId`. */
export async function leaveForProvider(): Promise<void> {
  const { url } = await api.post<{ url: string }>(path, {}, { retries: 0 })
  window.location.assign(url)
}

interface Answer {
  code: string
  state: string
}

/** Finishes the log-in with the provider's answer, or with a code of the own app. Null while that code is due. */
export async function finishOpenId(given: Answer | { second_factor: string }): Promise<User | null> {
  const { user } = await api.put<{ user: User | null }>(path, given, { retries: 0 })
  if (user) await setUser(user)
  return user
}

/** Logs out here. Returns the page of the provider that ends its session, for accounts that log in there. */
export const logoutOfDesk = async (): Promise<string | null> => (await api.delete<{ url: string | null }>(path)).url

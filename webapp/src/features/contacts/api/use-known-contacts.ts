import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { KnownContacts } from '@/api/types'

const path = 'known-contacts.php'

/** The size of the own list; `add` and `remove` settle with the server's answer. */
export function useKnownContacts() {
  const { data, error, mutate } = useSWR<KnownContacts>(address(path), () => api.get<KnownContacts>(path))
  const settle = (change: Promise<KnownContacts>) => mutate(change, { revalidate: false })
  return {
    own: data,
    error: error as unknown,
    retry: () => void mutate(),
    add: (addresses: string[]) => settle(api.post<KnownContacts>(path, { addresses })),
    /** All without addresses. */
    remove: (addresses?: string[]) => settle(api.delete<KnownContacts>(path, { addresses: addresses ?? null })),
  }
}

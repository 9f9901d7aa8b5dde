import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { Looks } from '@/api/types'

/** Who looked at the member this week; null for a member who looks unseen. */
export function useLooks() {
  return useSWR<Looks['profiles']>(address('looks.php'), () =>
    api.get<Looks>('looks.php').then((answer) => answer.profiles),
  )
}

import { api } from '@/api/client'
import type { Id } from '@/api/types'

/** Sends a typing event once; a failure is ignored. */
export function sendTyping(profileId: Id): Promise<void> {
  return api.post('typing.php', { profile_id: profileId }, { retries: 0 }).then(
    () => undefined,
    () => undefined,
  )
}

import { api } from '@/api/client'
import type { Id } from '@/api/types'

/** May be lost, so it is tried once and failure is nobody's business. */
export function sendTyping(profileId: Id): Promise<void> {
  return api.post('typing.php', { profile_id: profileId }, { retries: 0 }).then(
    () => undefined,
    () => undefined,
  )
}

import type { Id } from '@/api/types'
import type { Recording } from '@/features/chat/model/recording'
import { usePhotoDraft } from './use-photo-draft'

/** A recording that was not sent. Without `wav` while that is read from the device. */
export type VoiceDraft = Omit<Recording, 'wav'> & { wav: Blob | null }

/**
 * The voice message to a member that was recorded and not sent. It is stored beside the photos that were not sent, with
 * its facts in place of the description, and deleted with them.
 */
export function useVoiceDraft(memberId: Id, profileId: Id): [VoiceDraft | null, (draft: Recording | null) => void] {
  const [stored, store] = usePhotoDraft(memberId, `voice ${profileId}`)
  const draft = stored && { ...(JSON.parse(stored.text) as Omit<Recording, 'wav'>), wav: stored.photo }
  const set = (next: Recording | null) => {
    if (!next) return store(null)
    const { wav, ...facts } = next
    store({ photo: wav, text: JSON.stringify(facts) })
  }
  return [draft, set]
}

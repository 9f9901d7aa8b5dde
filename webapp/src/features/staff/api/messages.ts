import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { SavedReply } from '@/api/types'

/** Writes to the member of an open case or, with a report, asks its reporter. */
export const writeFromCase = (id: string, caseId: string, text: string, complaintId: string | null) =>
  api.post('staff-messages.php', { id, case_id: caseId, complaint_id: complaintId, text })

const path = 'staff-replies.php'

export function useSavedReplies() {
  const { data, mutate } = useSWR<{ replies: SavedReply[] }>(address(path), () => api.get(path), {
    revalidateOnFocus: false,
  })
  return {
    replies: data?.replies ?? [],
    save: async ({ id, ...reply }: SavedReply) => {
      await api.put(path, { reply_id: id, ...reply })
      await mutate()
    },
    remove: async (id: string) => {
      await api.delete(path, { reply_id: id })
      await mutate()
    },
  }
}

import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { FictionalProfiles, FictionalQueue, MakeFictional, TakenConversation } from '@/api/types'
import { newId } from '@/api/new-id'
import { upload } from '@/api/upload/upload'

const pollMilliseconds = 20_000

/** Conversations that wait for an answer. Its refusal tells whether the desk is open. */
export const useWaiting = () =>
  useSWR<FictionalQueue>(address('fictional-queue.php'), () => api.get<FictionalQueue>('fictional-queue.php'), {
    refreshInterval: pollMilliseconds,
  })

/** A new profile appears a moment after it was made. */
export const useFictionalProfiles = (isWanted: boolean) =>
  useSWR<FictionalProfiles>(
    isWanted ? address('fictional-profiles.php') : null,
    () => api.get<FictionalProfiles>('fictional-profiles.php'),
    { refreshInterval: pollMilliseconds },
  )

/** Takes a conversation for a quarter of an hour. It is recorded. */
export const takeConversation = (conversation_id: string) =>
  api.post<TakenConversation>('fictional-queue.php', { conversation_id })

export const giveBack = (conversation_id: string) => api.delete('fictional-queue.php', { conversation_id })

/** Answers once for each `id`. It is recorded. */
export const sendAnswer = (id: string, conversation_id: string, text: string) =>
  api.post('fictional-answer.php', { id, conversation_id, text })

export const makeProfile = (form: MakeFictional) => api.post('fictional-account.php', form)

export const changeProfile = (profile_id: string, about: string) =>
  api.put('fictional-profiles.php', { profile_id, about })

export const deleteProfile = (profile_id: string) => api.delete('fictional-account.php', { profile_id })

export function addPhoto(profileId: string, file: File) {
  const form = new FormData()
  form.set('id', newId())
  form.set('profile_id', profileId)
  form.set('photo', file)
  return upload('fictional-photo.php', form, { onProgress: () => undefined, signal: new AbortController().signal })
}

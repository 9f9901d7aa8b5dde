import useSWR, { useSWRConfig } from 'swr'
import { ApiError } from '@/api/api-error'
import { address, api } from '@/api/client'
import { newId } from '@/api/new-id'
import type {
  ConversationPage,
  DeskNumbers,
  DeskAccess,
  DeskMember,
  FindDecisions,
  FindMembers,
  FoundMember,
  MemberConversations,
  MemberFacts,
  MemberPayments,
  PastDecisions,
  UncasedLooks,
  WaitingDecision,
  WaitingPhotos,
} from '@/api/types'

export interface Statement {
  measure: 'warn' | 'hide' | 'suspend' | 'lift'
  reason: string
  ground: 'terms' | 'law'
  facts: string
  days?: number
}

/** Without a desk that is open nothing is asked: each refusal would be an error in the console. */
export function useWaitingPhotos(isOpen = true) {
  const path = 'staff-photos.php'
  return useSWR<WaitingPhotos>(isOpen && address(path), () => api.get<WaitingPhotos>(path), {
    refreshInterval: 60_000,
    revalidateOnFocus: false,
  })
}

export function useWaitingDecisions(isOpen = true) {
  const path = 'staff-confirmations.php'
  return useSWR<{ decisions: WaitingDecision[] }>(isOpen && address(path), () => api.get(path), {
    refreshInterval: 60_000,
  })
}

/** Looks of colleagues without a case, for this person to look through. */
export function useUncasedLooks(isOpen = true) {
  const path = 'staff-reads.php'
  return useSWR<UncasedLooks>(isOpen && address(path), () => api.get<UncasedLooks>(path))
}

export const markLooks = (ids: readonly number[]) => api.post('staff-reads.php', { looks: ids })

const memberKey = (id: string) => ['desk member', id]

/** A member, opened for the case that led to them; null while the desk has to state a reason first. */
export function useMember(id: string, caseId: string | null) {
  return useSWR<DeskMember | null>(
    memberKey(id),
    async () => {
      if (caseId) await openMember(id, { case_id: caseId })
      return caseId || (await isOpen(id)) ? api.get<DeskMember>('staff-member.php', { id }) : null
    },
    { shouldRetryOnError: false, revalidateOnFocus: false },
  )
}

// The server refuses a look at a member who is not open; asking first leaves no error in the console.
async function isOpen(id: string): Promise<boolean> {
  const { open_until: until } = await api.get<DeskAccess>('staff-access.php', { id })
  return until !== null
}

/** Looks at a part of an opened member. Once their hour is over, the page names its case or asks for a reason again. */
function useWhileOpen(id: string) {
  const { mutate } = useSWRConfig()
  return async <T>(look: () => Promise<T>): Promise<T> => {
    if ((await isOpen(id)) || (await mutate<DeskMember | null>(memberKey(id)))) return look()
    throw new ApiError(403, { code: 'case_required', message: '' })
  }
}

/** Opens a member for an hour, for a case or a stated reason. It is recorded. */
export const openMember = (memberId: string, why: { case_id: string } | { reason: string }) =>
  api.post('staff-access.php', { id: newId(), member_id: memberId, ...why })

// Every request is a record of the audit log, so none is made but by a person.
const onceAsked = { shouldRetryOnError: false, revalidateOnFocus: false, revalidateOnReconnect: false }

/** Sign-up, devices and numbers of an opened member. It is recorded. */
export const useMemberFacts = (id: string) => useLook<MemberFacts>('staff-facts.php', id)

/** Payments and saved methods of an opened member. It is recorded. */
export const useMemberPayments = (id: string) => useLook<MemberPayments>('staff-payments.php', id)

/** Conversations of an opened member, without their messages. It is recorded. */
export const useMemberConversations = (id: string) => useLook<MemberConversations>('staff-conversations.php', id)

function useLook<T>(path: string, id: string) {
  const whileOpen = useWhileOpen(id)
  return useSWR<T>(address(path, { id }), () => whileOpen(() => api.get<T>(path, { id })), onceAsked)
}

/** Reads a page of a conversation for a stated reason. Each page is recorded. */
export function useReadConversation(memberId: string, conversationId: string) {
  const whileOpen = useWhileOpen(memberId)
  return (reason: string, beforeSeq?: number) =>
    whileOpen(() =>
      api.post<ConversationPage>('staff-conversation.php', {
        member_id: memberId,
        conversation_id: conversationId,
        reason,
        ...(beforeSeq && { before_seq: beforeSeq }),
      }),
    )
}

export type SearchBy = FindMembers['by']

/** Finds members by a part of what is known of them, for a case or a stated reason. It is recorded. */
export const findMembers = (by: SearchBy, text: string, why: { case_id: string } | { reason: string }) =>
  api.post<{ found: FoundMember[] }>('staff-find.php', { by, text, ...why })

/** Searches past decisions, or asks for them as CSV. The kinds of the search are recorded. */
export const findDecisions = (wanted: Partial<FindDecisions>) => api.post<PastDecisions>('staff-decisions.php', wanted)

/** Numbers of each person at the desk, of the last days. */
export function useDeskNumbers(days: number) {
  const path = 'staff-numbers.php'
  return useSWR<DeskNumbers>(address(path, { days }), () => api.get<DeskNumbers>(path, { days }))
}

/** Where a photo lies that came with a complaint. */
export const proofPhoto = (messageId: string) => address('staff-chat-photo.php', { message_id: messageId })

/** Where a live picture of a verification lies, for the person who has its case open. */
export const livePicture = (id: string, number: number) => address('staff-verification.php', { id, number })

/** Asks the member of an open case to verify again. */
export const askVerification = (id: string, caseId: string) =>
  api.post('staff-verification.php', { id, case_id: caseId })

/** Where a voice message lies that came with a complaint. */
export const proofVoice = (messageId: string) => address('staff-chat-voice.php', { message_id: messageId })

export const inspect = (photoId: string, seen: string, reason: string | null) =>
  api.post('staff-photos.php', { id: newId(), photo_id: photoId, seen, reason })

export interface PictureStatement {
  measure: 'block_picture' | 'unblock_picture'
  reason: string
  ground: Statement['ground']
  facts: string
}

/** Blocks the picture of a message that came with a complaint, or unblocks it. */
export const decidePicture = (complaintId: string, messageId: string, statement: PictureStatement) =>
  api.post('staff-blocked-pictures.php', {
    id: newId(),
    complaint_id: complaintId,
    message_id: messageId,
    ...statement,
  })

export const imposeSanction = (memberId: string, statement: Statement) =>
  api.post('staff-member.php', { id: newId(), member_id: memberId, ...statement })

/** Writes an internal note on an opened member. */
export const noteOnMember = (memberId: string, text: string) =>
  api.post('staff-notes.php', { id: newId(), member_id: memberId, text })

/** Confirms a colleague's decision (null), or lifts it for this reason. */
export const settleDecision = (decisionId: string, refusal: string | null) =>
  api.post('staff-confirmations.php', {
    id: newId(),
    decision_id: decisionId,
    confirmed: refusal === null,
    ...(refusal !== null && { facts: refusal }),
  })

import useSWR from 'swr'
import { address, api } from '@/api/client'
import { newId } from '@/api/new-id'
import type {
  ConversationPage,
  DeskMember,
  FindMembers,
  FoundMember,
  MemberConversations,
  MemberFacts,
  MemberPayments,
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

export function useWaitingPhotos() {
  const path = 'staff-photos.php'
  return useSWR<WaitingPhotos>(address(path), () => api.get<WaitingPhotos>(path), {
    refreshInterval: 60_000,
    revalidateOnFocus: false,
  })
}

export function useWaitingDecisions() {
  const path = 'staff-confirmations.php'
  return useSWR<{ decisions: WaitingDecision[] }>(address(path), () => api.get(path), { refreshInterval: 60_000 })
}

/** A member, opened for the case that led to them; without one the desk has to state a reason first. */
export function useMember(id: string, caseId: string | null) {
  return useSWR<DeskMember>(
    ['desk member', id],
    async () => {
      const look = () => api.get<DeskMember>('staff-member.php', { id })
      if (!caseId) return look()
      await openMember(id, { case_id: caseId })
      return look()
    },
    { shouldRetryOnError: false, revalidateOnFocus: false },
  )
}

/** Opens a member for an hour, for a case or a stated reason. It is recorded. */
export const openMember = (memberId: string, why: { case_id: string } | { reason: string }) =>
  api.post('staff-access.php', { id: newId(), member_id: memberId, ...why })

// Every request is a record of the audit log, so none is made but by a person.
const onceAsked = { shouldRetryOnError: false, revalidateOnFocus: false, revalidateOnReconnect: false }

/** Sign-up, devices and numbers of an opened member. It is recorded. */
export const useMemberFacts = (id: string) =>
  useSWR<MemberFacts>(['desk facts', id], () => api.get<MemberFacts>('staff-facts.php', { id }), onceAsked)

/** Payments and saved methods of an opened member, once they are wanted. It is recorded. */
export const useMemberPayments = (id: string | null) =>
  useSWR<MemberPayments>(
    id && ['desk payments', id],
    () => api.get<MemberPayments>('staff-payments.php', { id: id ?? '' }),
    onceAsked,
  )

/** Conversations of an opened member, once they are wanted, without their messages. It is recorded. */
export const useMemberConversations = (id: string | null) =>
  useSWR<MemberConversations>(
    id && ['desk conversations', id],
    () => api.get<MemberConversations>('staff-conversations.php', { id: id ?? '' }),
    onceAsked,
  )

/** Reads a page of a conversation for a stated reason. Each page is recorded. */
export const readConversation = (memberId: string, conversationId: string, reason: string, beforeSeq?: number) =>
  api.post<ConversationPage>('staff-conversation.php', {
    member_id: memberId,
    conversation_id: conversationId,
    reason,
    ...(beforeSeq && { before_seq: beforeSeq }),
  })

export type SearchBy = FindMembers['by']

/** Finds members by a part of what is known of them, for a case or a stated reason. It is recorded. */
export const findMembers = (by: SearchBy, text: string, why: { case_id: string } | { reason: string }) =>
  api.post<{ found: FoundMember[] }>('staff-find.php', { by, text, ...why })

/** Where a photo lies that came with a complaint. */
export const proofPhoto = (messageId: string) => address('staff-chat-photo.php', { message_id: messageId })

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

/** Confirms a colleague's decision (null), or lifts it for this reason. */
export const settleDecision = (decisionId: string, refusal: string | null) =>
  api.post('staff-confirmations.php', {
    id: newId(),
    decision_id: decisionId,
    confirmed: refusal === null,
    ...(refusal !== null && { facts: refusal }),
  })

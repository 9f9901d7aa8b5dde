import useSWR, { mutate } from 'swr'
import useSWRInfinite from 'swr/infinite'
import { isApiError } from '@/api/api-error'
import { address, api } from '@/api/client'
import type { Chat, OwnComplaint, OwnDecision, OwnDeskMessage, Profile, StatementAnswer } from '@/api/types'

const path = 'complaint.php'

export interface NewComplaint {
  id: string
  kind: 'profile' | 'chat' | 'other'
  about_id?: string
  conversation_id?: string
  reason: string
  text: string
  email?: string
  messages?: string[]
  newest_messages?: boolean
}

/** A member, or the partner of a chat; members who have left stay anonymous. */
export interface About {
  memberId: string | null
  chatId: string | null
  /** The message that shows it, chosen beforehand. */
  messageId?: string | null
  /** The words that came with the like of this member. */
  isAboutWords?: boolean
  /** Chosen beforehand. */
  reason?: string | null
}

export const sendComplaint = async (complaint: NewComplaint) => {
  const receipt = await api.post<{ number: number }>(path, complaint)
  void mutate(address(path))
  return receipt.number
}

/** A report of the words of a received like, which go with it. */
export const reportWords = async (id: string, memberId: string, reason: string, text: string) => {
  const receipt = await api.post<{ number: number }>('like-report.php', { id, profile_id: memberId, reason, text })
  void mutate(address(path))
  return receipt.number
}

/** The decision by the link of an email, or by its id: for members who are logged in, and in links of 0.2.0. */
export type Appealed = { token: string } | { decision_id: string }

export const sendAppeal = async (id: string, appealed: Appealed, text: string) => {
  const receipt = await api.post<{ number: number }>('appeal.php', { id, ...appealed, text })
  void mutate(address('decision.php'))
  return receipt.number
}

export function useStatement(token: string) {
  return useSWR<StatementAnswer>(['statement', token], () => api.post<StatementAnswer>('statement.php', { token }), {
    revalidateOnFocus: false,
  })
}

export function useOwnComplaints(isMember: boolean) {
  const { data } = useSWR<{ complaints: OwnComplaint[] }>(isMember ? address(path) : null, () =>
    api.get<{ complaints: OwnComplaint[] }>(path),
  )
  return data?.complaints ?? []
}

export function useOwnDecisions(isMember: boolean) {
  const { data } = useSWR<{ decisions: OwnDecision[] }>(isMember ? address('decision.php') : null, () =>
    api.get<{ decisions: OwnDecision[] }>('decision.php'),
  )
  return data?.decisions ?? []
}

const messagePath = 'desk-message.php'

/** What the desk wrote to the member. */
export function useDeskMessages(isMember: boolean) {
  const {
    data,
    error,
    mutate: again,
  } = useSWR<{ messages: OwnDeskMessage[] }>(isMember ? address(messagePath) : null, () =>
    api.get<{ messages: OwnDeskMessage[] }>(messagePath),
  )
  const answer = async (messageId: string, text: string) => {
    await api.put(messagePath, { message_id: messageId, text })
    await again()
  }
  return { messages: data?.messages ?? [], error: error as unknown, again: () => void again(), answer }
}

/** The reported member and the messages of the chat, to choose evidence from. A visitor sees neither. */
export function useAbout({ memberId, chatId, isAboutWords }: About, isMember: boolean) {
  const asked = isMember ? memberId : null
  const { data: card } = useSWR<{ profile: Profile }>(asked && ['complaint about', asked], () =>
    api.get<{ profile: Profile }>('profile.php', { id: asked }),
  )
  const of = isMember && !isAboutWords && (chatId ? { conversation: chatId } : memberId && { profile: memberId })
  const { data, error, isValidating, setSize } = useSWRInfinite<Chat>(
    (_place, newer: Chat | null) => {
      if (!of || (newer && !newer.has_older)) return null
      // A key of its own, so that the open chat is not replaced.
      return ['complaint chat', { ...of, before: newer?.messages[0]?.seq }]
    },
    ([, query]: [string, Record<string, string>]) => api.get<Chat>('chat.php', query),
    { revalidateFirstPage: false, persistSize: false },
  )
  const pages = data ?? []
  return {
    name: card?.profile.name ?? pages[0]?.profile?.name ?? null,
    isSuspended: pages[0]?.partner === 'disabled' || pages[0]?.partner === 'fraud',
    /** The chat has not answered yet. */
    isLoading: Boolean(of) && !data && !error,
    messages: pages.toReversed().flatMap(({ messages }) => messages),
    /** There was a chat, but a block keeps it from being read. */
    isClosed: isApiError(error, 'blocked') || isApiError(error, 'blocked_by_you'),
    older: { has: pages.at(-1)?.has_older === true, busy: isValidating, load: () => void setSize(pages.length + 1) },
  }
}

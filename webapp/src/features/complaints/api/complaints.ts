import useSWR, { mutate } from 'swr'
import { address, api } from '../../../api/client'
import type { Message, OwnComplaint, OwnDecision, Profile } from '../../../api/types'

const path = 'complaint.php'

export interface NewComplaint {
  id: string
  kind: 'profile' | 'chat' | 'other'
  about_id?: string
  reason: string
  text: string
  email?: string
  messages?: string[]
}

export const sendComplaint = async (complaint: NewComplaint) => {
  const receipt = await api.post<{ number: number }>(path, complaint)
  void mutate(address(path))
  return receipt.number
}

export const sendAppeal = async (id: string, decisionId: string, text: string) => {
  const receipt = await api.post<{ number: number }>('appeal.php', { id, decision_id: decisionId, text })
  void mutate(address('decision.php'))
  return receipt.number
}

export function useOwnComplaints(isMember: boolean) {
  const { data } = useSWR<{ complaints: OwnComplaint[] }>(isMember ? address(path) : null, () => api.get<{ complaints: OwnComplaint[] }>(path))
  return data?.complaints ?? []
}

export function useOwnDecisions(isMember: boolean) {
  const { data } = useSWR<{ decisions: OwnDecision[] }>(isMember ? address('decision.php') : null, () => api.get<{ decisions: OwnDecision[] }>('decision.php'))
  return data?.decisions ?? []
}

/** Whom it is about and what the two wrote each other, to choose the proof from. A visitor sees neither. */
export function useAbout(id: string | null, isMember: boolean) {
  const asked = isMember ? id : null
  const { data: card } = useSWR<{ profile: Profile }>(asked && ['complaint about', asked], () => api.get<{ profile: Profile }>('profile.php', { id: asked }))
  const { data: chat } = useSWR<{ messages: Message[] }>(asked && ['complaint chat', asked], () => api.get<{ messages: Message[] }>('chat.php', { profile: asked }))
  return { name: card?.profile.name ?? null, messages: chat?.messages ?? [] }
}

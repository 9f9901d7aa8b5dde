import useSWR from 'swr'
import { address, api } from '@/api/client'
import { newId } from '@/api/new-id'
import type { AskedResets, FindMembers, FoundMember, SupportAct, SupportMails, SupportMember } from '@/api/types'

// Every request is a record of the audit log, so none is made but by a person.
const onceAsked = { shouldRetryOnError: false, revalidateOnFocus: false, revalidateOnReconnect: false }

/** Resets of second factors that wait for another person. Its refusal tells whether the desk is open. */
export const useAskedResets = () =>
  useSWR<AskedResets>(address('support-resets.php'), () => api.get<AskedResets>('support-resets.php'), onceAsked)

/** A member with their story; null until the caller has opened them. It is recorded. */
export const useSupportMember = (id: string) =>
  useSWR<SupportMember>(
    address('support-member.php', { id }),
    () => api.get<SupportMember>('support-member.php', { id }),
    onceAsked,
  )

/** Delivery states of the mails to an opened member. Each request is recorded. */
export const useSupportMails = (id: string) =>
  useSWR<SupportMails>(
    address('support-mails.php', { id }),
    () => api.get<SupportMails>('support-mails.php', { id }),
    onceAsked,
  )

export const findForSupport = (by: FindMembers['by'], text: string, reason: string) =>
  api.post<{ found: FoundMember[] }>('support-find.php', { by, text, reason })

/** Opens a member for an hour. It is recorded. */
export const openForSupport = (memberId: string, reason: string) =>
  api.post('support-member.php', { id: newId(), member_id: memberId, reason })

export type Act = Omit<SupportAct, 'id' | 'member_id'>

/** Helps an opened member, once for each `id`. It is recorded. */
export const actForSupport = (id: string, memberId: string, act: Act) =>
  api.post('support-act.php', { id, member_id: memberId, ...act })

import useSWR from 'swr'
import { address, api } from '@/api/client'
import { newId } from '@/api/new-id'
import type { Colleagues, DeskQueue, OpenCase } from '@/api/types'

export interface QueueFilter {
  kind?: string
  language?: string
  site?: string
  label?: string
  assigned?: 'mine' | 'anyone'
}

export function useQueue(filter: QueueFilter) {
  const path = 'staff-queue.php'
  const query = { ...filter }
  return useSWR<DeskQueue>([address(path), query], () => api.get<DeskQueue>(path, query), {
    refreshInterval: 15_000,
    keepPreviousData: true,
  })
}

/** Opens a case for five minutes, or for five more. Meanwhile nobody else is shown it. It is recorded. */
export const openCase = (caseId: string) => api.post<OpenCase>('staff-case.php', { case_id: caseId })

/** Lets others open the case again. */
export const returnCase = (caseId: string) => api.delete('staff-case.php', { case_id: caseId })

export interface CaseWork {
  assignee_id: string | null
  labels: string[]
  note?: string
  /** The member that a notice is about, where it names none. */
  about_id?: string
}

/** Assigns an open case, labels it, and adds a note. A case of a colleague is closed here. */
export const workOnCase = (caseId: string, work: CaseWork) =>
  api.put<{ open: boolean }>('staff-case.php', { id: newId(), case_id: caseId, ...work })

/** The people a case can be assigned to, asked for once the form is open. */
export const useColleagues = (isWanted: boolean) => {
  const path = 'staff-colleagues.php'
  return useSWR<Colleagues>(isWanted && address(path), () => api.get<Colleagues>(path))
}

export interface Verdict {
  measure:
    | 'approve'
    | 'reject'
    | 'dismiss'
    | 'dismiss_abuse'
    | 'warn'
    | 'hide'
    | 'suspend'
    | 'lift'
    | 'verify'
    | 'refuse_verification'
  photo_reason?: string
  verification_reason?: string
  /** With `verify`: those that show the person. */
  photos?: readonly string[]
  reason?: string
  ground?: 'terms' | 'law'
  template?: string
  facts?: string
  days?: number
}

/** Decides an open case, and others that are alike. It takes effect after ten seconds. */
export const decideCases = (id: string, caseId: string, also: readonly string[], verdict: Verdict) =>
  api.post<{ due_at: string }>('staff-decision.php', { id, case_id: caseId, also, ...verdict })

/** Takes a decision back before it takes effect. */
export const undoDecision = (id: string) => api.delete<{ cases: string[] }>('staff-decision.php', { id })

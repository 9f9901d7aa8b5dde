import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import type { CheckInAnswer, CheckInState, DatePlan, Id } from '@/api/types'
import { ownTimeZone } from '@/i18n/dates'
import { plansPath } from './date-plans'

const path = 'date-check-in.php'

export interface NewCheckIn {
  name: string
  /** One of the two: how the person is told. */
  email: string | null
  phone: string | null
  ask_at: string
  grace_minutes: 15 | 30 | 60
}

const refresh = () => mutate(address(plansPath))

/** The check-in of a plan; the message to the person has times in the zone of this device. */
export async function setCheckIn(planId: Id, checkIn: NewCheckIn) {
  await api.put(path, { plan_id: planId, ...checkIn, time_zone: ownTimeZone() })
  await refresh()
}

/** Returns the state after it: the person may have been told a moment before. */
export async function answerCheckIn(planId: Id, answer: CheckInAnswer): Promise<CheckInState> {
  const { state } = await api.post<{ state: CheckInState }>(path, { plan_id: planId, answer })
  await refresh()
  return state
}

export async function removeCheckIn(planId: Id) {
  await api.delete(path, { plan_id: planId })
  await refresh()
}

export const refusePlanMails = (token: string) => api.post('date-contact-refusal.php', { token })

const A_MINUTE = 60_000

/** Whether the member is asked after a date; looked for again and again while a question is to come. */
export function useQuestion(isOffered: boolean) {
  const { data } = useSWR<{ plans: DatePlan[] }>(
    isOffered ? address(plansPath) : null,
    () => api.get<{ plans: DatePlan[] }>(plansPath),
    { refreshInterval: (found) => (found?.plans.some(({ check_in }) => isOpen(check_in)) ? A_MINUTE : 0) },
  )
  return data?.plans.find(({ check_in }) => check_in?.state === 'asked')
}

const isOpen = (checkIn: DatePlan['check_in']) => checkIn?.state === 'waiting' || checkIn?.state === 'asked'

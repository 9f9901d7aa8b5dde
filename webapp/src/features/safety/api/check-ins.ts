import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import type { CheckIn, CheckInAnswer, DatePlan, Id } from '@/api/types'
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

/** Returns how it is after it: the person may have been told a moment before. */
export async function answerCheckIn(planId: Id, answer: CheckInAnswer): Promise<Pick<CheckIn, 'state' | 'fine_at'>> {
  const now = await api.post<Pick<CheckIn, 'state' | 'fine_at'>>(path, { plan_id: planId, answer })
  await refresh()
  return now
}

/** Have the person who was told know that all is well. False where no message reaches them. */
export const tellFine = async (planId: Id) => Boolean((await answerCheckIn(planId, 'tell_fine')).fine_at)

export async function removeCheckIn(planId: Id) {
  await api.delete(path, { plan_id: planId })
  await refresh()
}

export const refusePlanMails = (token: string) => api.post('date-contact-refusal.php', { token })

const A_MINUTE = 60_000

/** The plan about which the member is asked, or whose person was told and does not know yet that all is well. */
export function useOpenQuestion(isOffered: boolean) {
  const { data } = useSWR<{ plans: DatePlan[] }>(
    isOffered ? address(plansPath) : null,
    () => api.get<{ plans: DatePlan[] }>(plansPath),
    // Looked for again and again while a question is to come.
    { refreshInterval: (found) => (found?.plans.some(({ check_in }) => isOpen(check_in)) ? A_MINUTE : 0) },
  )
  const plans = data?.plans ?? []
  return plans.find(({ check_in }) => check_in?.state === 'asked') ?? plans.find(({ check_in }) => isWorrying(check_in))
}

/** Whether the person was told, and does not know yet that all is well. */
export const isWorrying = (checkIn: DatePlan['check_in']) =>
  checkIn?.state === 'told' && !checkIn.unreached && !checkIn.fine_at

const isOpen = (checkIn: DatePlan['check_in']) => checkIn?.state === 'waiting' || checkIn?.state === 'asked'

import useSWR from 'swr'
import { address, api } from '@/api/client'
import { keys } from '@/api/keys'
import type { Chats, DatePlan, Id, SharedPlan } from '@/api/types'

export const plansPath = 'date-plans.php'

export interface NewPlan {
  id: Id
  profile_id: Id
  place: string
  meets_at: string
  note: string
}

interface Plans {
  plans: DatePlan[]
  text_countries: string[]
}

/** The member's plans of dates, and changes of them. */
export function useDatePlans() {
  const { data, error, mutate } = useSWR<Plans>(address(plansPath), () => api.get<Plans>(plansPath))
  return {
    plans: data?.plans,
    /** Whether people can be told by text message. */
    canText: Boolean(data?.text_countries.length),
    error: error as unknown,
    retry: () => void mutate(),
    make: async (plan: NewPlan) => {
      const made = await api.post<{ plan_id: Id }>(plansPath, plan)
      await mutate()
      return made.plan_id
    },
    /** The secret of a new link, which ends the earlier one. */
    share: async (planId: Id) => {
      const { token } = await api.put<{ token: string }>(plansPath, { plan_id: planId })
      await mutate()
      return token
    },
    end: async (planId: Id) => {
      await api.delete(plansPath, { plan_id: planId })
      await mutate()
    },
  }
}

/** Partners of conversations: a date can be planned with each. */
export function usePartners() {
  const { data, error, mutate } = useSWR<Chats>(keys.chats, () => api.get<Chats>('chats.php'))
  return {
    partners: data?.chats.flatMap(({ profile }) => (profile ? [{ id: profile.id, name: profile.name }] : [])),
    error: error as unknown,
    retry: () => void mutate(),
  }
}

export function useSharedPlan(token: string) {
  return useSWR<SharedPlan>(['shared plan', token], () => api.post<SharedPlan>('shared-plan.php', { token }), {
    revalidateOnFocus: false,
  })
}

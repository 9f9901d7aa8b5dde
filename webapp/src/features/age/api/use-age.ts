import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { AgeAssurance } from '@/api/types'
import { useSettings } from '@/api/use-settings'

const path = 'age-assurance.php'

/** Whether and how the member has to confirm their age; asked only where a country of the site asks for it. */
export function useAge() {
  const { settings } = useSettings()
  const { data, error, mutate } = useSWR(settings?.asks_for_age ? address(path) : null, () =>
    api.get<AgeAssurance>(path),
  )
  const keep = (answer: AgeAssurance) => mutate(answer, { revalidate: false })
  return {
    age: data,
    minAge: settings?.min_age ?? 18,
    isAsked: settings?.asks_for_age,
    error: error as unknown,
    declare: async () => keep(await api.put<AgeAssurance>(path, { is_old_enough: true })),
    /** Asks the provider for the result. */
    look: async () => keep(await api.put<AgeAssurance>('age-check.php')),
    retry: () => void mutate(),
  }
}

/** The provider's page: of a new check, or of the one under way. */
export async function startAgeCheck(): Promise<string> {
  return (await api.post<{ url: string }>('age-check.php')).url
}

/** Whether others do not see the member yet. */
export const isWithheld = (age: AgeAssurance | undefined): boolean =>
  age !== undefined && age.state !== 'not_needed' && age.state !== 'passed'

import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import type { ExperimentsOfDesk } from '@/api/types'

const path = 'marketing-experiments.php'

export function useExperiments() {
  return useSWR<ExperimentsOfDesk>(address(path), () => api.get<ExperimentsOfDesk>(path))
}

export interface NewExperiment {
  slug: string
  goal: 'sign_up' | 'confirmed' | 'purchase'
  arms: { version: number; weight: number }[]
}

export async function startExperiment(experiment: NewExperiment): Promise<void> {
  await api.post(path, { ...experiment })
  await mutate(address(path))
}

/** Ends an experiment; with `ship`, the version of this arm is live from now on. A colleague may have ended it before,
 * so it is read again also after a refusal. */
export async function endExperiment(experiment: number, ship?: number): Promise<void> {
  try {
    await api.put(path, { experiment, ...(ship !== undefined && { ship }) })
  } finally {
    await mutate(address(path))
  }
}

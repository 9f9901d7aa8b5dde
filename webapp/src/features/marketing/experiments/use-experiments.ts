import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import { refreshPages } from '@/features/marketing/pages/use-pages'
import type { EstimateOfDesk, ExperimentsOfDesk } from '@/api/types'

const path = 'marketing-experiments.php'

export function useExperiments() {
  return useSWR<ExperimentsOfDesk>(address(path), () => api.get<ExperimentsOfDesk>(path))
}

export interface NewExperiment {
  slug: string
  goal: 'sign_up' | 'confirmed' | 'purchase' | 'net_revenue'
  arms: { version: number; page?: string; weight: number }[]
  note: string
}

interface EstimateQuery {
  slug: string
  goal: NewExperiment['goal']
  arms: number
  views: number
  rate: number
}

/** Without views or a rate the page's own are used. */
export function useEstimate({ slug, goal, arms, views, rate }: EstimateQuery) {
  const estimate = 'marketing-experiment-estimate.php'
  const query = {
    slug,
    goal,
    arms,
    ...(views > 0 && { views }),
    ...(rate > 0 && rate < 1 && { rate }),
  }
  return useSWR<EstimateOfDesk>(address(estimate, query), () => api.get<EstimateOfDesk>(estimate, query), {
    keepPreviousData: true,
  })
}

export async function startExperiment(experiment: NewExperiment): Promise<void> {
  await api.post(path, { ...experiment })
  await Promise.all([mutate(address(path)), refreshPages()])
}

/** Pauses an experiment, goes on with it, or replaces its note. */
export async function changeExperiment(
  experiment: number,
  change: { is_paused?: boolean; note?: string },
): Promise<void> {
  try {
    await api.put('marketing-experiment.php', { experiment, ...change })
  } finally {
    await mutate(address(path))
  }
}

/** Ends an experiment; with `ship`, the version of this arm is live from now on. A colleague may have ended it before,
 * so it is read again also after a refusal. */
export async function endExperiment(experiment: number, ship?: number): Promise<void> {
  try {
    await api.put(path, { experiment, ...(ship !== undefined && { ship }) })
  } finally {
    await Promise.all([mutate(address(path)), refreshPages()])
  }
}

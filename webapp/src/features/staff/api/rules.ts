import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { DeskRule, DeskRuleIn, DeskRules, RuleSample, RuleSimulation } from '@/api/types'

const path = 'staff-rules.php'

export function useRules() {
  const answer = useSWR<DeskRules>(address(path), () => api.get<DeskRules>(path), { revalidateOnFocus: false })
  const { mutate } = answer
  const changed = async (change: Promise<unknown>) => {
    try {
      await change
    } finally {
      await mutate() // after a refusal, too: somebody else may have changed the rule
    }
  }
  return {
    answer,
    save: (rule: DeskRuleIn) => changed(api.put(path, rule)),
    remove: (id: string) => changed(api.delete(path, { rule_id: id })),
    /** Switches a rule that was seen in this version and state. */
    switchTo: ({ id, version, state }: DeskRule, on: boolean) =>
      changed(api.put('staff-rule-state.php', { rule_id: id, version, seen: state, on })),
    /** Simulates a rule, a request of a second at a time, and tells each step. */
    simulate: async (id: string, onStep: (simulation: RuleSimulation, samples: RuleSample[]) => void) => {
      for (let isDone = false, again = true; !isDone; again = false) {
        const step = await api.post<{ simulation: RuleSimulation; samples: RuleSample[] }>(
          'staff-rule-simulation.php',
          {
            rule_id: id,
            again,
          },
        )
        onStep(step.simulation, step.samples)
        isDone = step.simulation.done
      }
      await mutate()
    },
  }
}

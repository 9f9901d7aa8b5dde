import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import type { SeeksProblem } from '@/people/seeks-field'
import type { FieldName, Limits, Problem } from './check-answers'
import type { Signup } from './use-signup'

type OwnProblem = 'gender_required' | SeeksProblem | 'town_required'

/** The texts of each field's problem, found here or by the server. */
export function useProblemTexts(
  { problems, suggestion, refusal }: Signup,
  { min_age, message_length }: Limits,
): Partial<Record<FieldName, string>> {
  const { t } = useTranslation(['account', 'errors'])
  const errorText = useErrorText()
  const own = new Set<Problem>(['gender_required', 'seeks_required', 'seeks_consent_required', 'town_required'])
  const texts: Partial<Record<FieldName, string>> = {}
  for (const [field, problem] of Object.entries(problems) as [FieldName, Problem][]) {
    texts[field] = own.has(problem)
      ? t(problem as OwnProblem)
      : String(
          t(`errors:${problem as Exclude<Problem, OwnProblem>}`, {
            min_age,
            count: message_length,
            suggestion,
          } as never),
        )
  }
  if (refusal?.field) texts[refusal.field] = errorText(refusal.error)
  return texts
}

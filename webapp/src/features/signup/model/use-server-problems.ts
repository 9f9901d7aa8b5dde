import { useState } from 'react'
import { askAboutAnswers, type CheckedAnswers } from '@/features/signup/api/check-answers'
import { isKept, type Answers } from './answers'
import { steps, type FieldName, type Problem, type Problems } from './check-answers'

const checked = ['name', 'email', 'password'] as const
type Checked = (typeof checked)[number]

/** What the server said of a field, and the value that it said it of. */
type Found = Partial<Record<Checked, { value: string; problem: Problem; suggestion: string | null }>>

const isChecked = (field: string): field is Checked => (checked as readonly string[]).includes(field)

export interface ServerProblems {
  problems: Problems
  /** The address that was probably meant, while the mistyped one stands in the field. */
  suggestion: string | null
  /** Asks about the filled fields of a step and those before it; returns the problems of the step itself. */
  ask: (step: number, answers: Answers) => Promise<Problems>
}

/**
 * Problems only the server knows. Each stands as long as its field has the value that was asked about, so an answer that
 * comes late says nothing about what was typed meanwhile.
 */
export function useServerProblems(answers: Answers): ServerProblems {
  const [found, setFound] = useState<Found>({})

  const problems: Problems = {}
  for (const field of checked) {
    const known = found[field]
    if (known && known.value === answers[field]) problems[field] = known.problem
  }
  if (isKept(answers) && problems.email === 'email_mistyped') delete problems.email
  const suggestion = problems.email ? (found.email?.suggestion ?? null) : null

  const ask = async (step: number, given: Answers): Promise<Problems> => {
    const fields = steps
      .slice(0, step + 1)
      .flat()
      .filter(isChecked)
    const filled = fields.filter((field) => given[field].trim() !== '')
    const asked: CheckedAnswers = Object.fromEntries(filled.map((field) => [field, given[field]]))
    if (isKept(given) && asked.email) asked.email_kept = true
    const ofStep = new Set<FieldName>(steps[step])
    const refused = (await askAboutAnswers(asked)).filter(({ field }) => isChecked(field) && ofStep.has(field)) as {
      field: Checked
      code: Problem
      suggestion?: string | null
    }[]
    const answer: Found = Object.fromEntries(
      refused.map(({ field, code, suggestion }) => [
        field,
        { value: given[field], problem: code, suggestion: suggestion ?? null },
      ]),
    )
    setFound((before) => ({ ...before, ...Object.fromEntries(filled.map((field) => [field, undefined])), ...answer }))
    return Object.fromEntries(refused.map(({ field, code }) => [field, code]))
  }

  return { problems, suggestion, ask }
}

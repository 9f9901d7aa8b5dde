import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { newId } from '@/api/new-id'
import type { User } from '@/api/types'
import { readInvitation } from '@/tracking/invitation'
import { readInvite } from '@/tracking/invite'
import { useTracking } from '@/tracking/tracking'
import { signUp } from '@/features/signup/api/sign-up'
import { emptyAnswers, forgetAnswers, keepAnswers, keptAnswers, type Answers } from './answers'
import { useServerProblems } from './use-server-problems'
import { checkStep, firstOpenStep, stepOf, steps, type FieldName, type Limits, type Problems } from './check-answers'

interface Site extends Limits {
  country: string
}

export interface Signup {
  answers: Answers
  step: number
  problems: Problems
  /** The address that was probably meant, if the one in the field looks mistyped. */
  suggestion: string | null
  /** The error of the server, and the field it named. */
  refusal: { field: FieldName | null; error: unknown } | null
  saving: boolean
  /** "Continue" waits for what the server says of this step. */
  checking: boolean
  /** How often "Continue" found something wrong: each time the first wrong field takes the focus. */
  refusals: number
  /** Validates a text field on blur; an empty one may still be filled in. */
  checkField: (field: Pick<HTMLInputElement, 'id' | 'value'>) => void
  set: (changes: Partial<Answers>) => void
  next: () => Promise<void>
}

const typedFields = ['name', 'date_of_birth', 'town', 'email', 'password'] as const
const fieldNames: Record<string, FieldName> = { town_id: 'town', terms_accepted: 'terms' }

/** The wizard's state: answers, current step, and problems. The address holds the wished step. */
export function useSignup(
  wished: number,
  site: Site,
  target: string | null,
  goTo: (step: number) => void,
  onDone: (user: User | null, email: string) => Promise<void>,
): Signup {
  const { i18n } = useTranslation()
  const tracking = useTracking()
  const [answers, setAnswers] = useState<Answers>(() => ({ ...emptyAnswers(newId(), site.country), ...keptAnswers() }))
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<Signup['refusal']>(null)
  const [saving, setSaving] = useState(false)
  const [checking, setChecking] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const server = useServerProblems(answers)
  const step = Math.max(0, Math.min(wished, firstOpenStep(answers, site)))

  useEffect(() => keepAnswers(answers), [answers])

  const set = (changes: Partial<Answers>) => {
    setAnswers((before) => ({ ...before, ...changes }))
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in changes))))
    setRefusal(null)
  }

  const save = async () => {
    setSaving(true)
    setRefusal(null)
    try {
      const user = await signUp(
        answers,
        target,
        i18n.language,
        tracking.hasCampaign() ? tracking.campaign() : null,
        tracking.arrival(),
        tracking.source(),
        readInvite(),
        readInvitation(),
      )
      forgetAnswers()
      await onDone(user, answers.email.trim())
    } catch (error) {
      const field = isApiError(error) ? (error.field ?? error.errors[0]?.field) : undefined
      const at = field ? stepOf(field) : -1
      if (isApiError(error, 'idempotency_key_reused')) set({ id: newId() })
      if (at >= 0) goTo(at)
      setRefusal({ field: field && at >= 0 ? (fieldNames[field] ?? (field as FieldName)) : null, error })
      setRefusals((before) => before + 1)
    } finally {
      setSaving(false)
    }
  }

  const refuse = (found: Problems) => {
    const isWrong = Object.keys(found).length > 0
    if (isWrong) setRefusals((before) => before + 1)
    return isWrong
  }

  const next = async () => {
    if (saving || checking) return
    const found = checkStep(step, answers, site)
    setProblems(found)
    if (refuse(found)) return
    if (step === steps.length - 1) return save()
    if (step === stepOf('name') || step === stepOf('email')) {
      setChecking(true)
      const refused = await server.ask(step, answers)
      setChecking(false)
      if (refuse(refused)) return
    }
    goTo(step + 1)
  }

  const checkField = ({ id, value }: Pick<HTMLInputElement, 'id' | 'value'>) => {
    const field = typedFields.find((each) => id === `signup-${each}`)
    const problem = field && value ? checkStep(step, answers, site)[field] : undefined
    if (field && problem) setProblems((before) => ({ ...before, [field]: problem }))
    else if (field && value && field !== 'town') void server.ask(step, answers)
  }

  return {
    answers,
    step,
    problems: { ...server.problems, ...problems },
    suggestion: server.suggestion ?? (isApiError(refusal?.error) ? refusal.error.suggestion : null),
    refusal,
    saving,
    checking,
    refusals,
    checkField,
    set,
    next,
  }
}

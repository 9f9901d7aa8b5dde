import { useEffect, useEffectEvent, useLayoutEffect, useRef, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import type { User } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice, useBrowserFact } from '@/ui'
import { hasBegun } from '@/features/signup/model/answers'
import { steps } from '@/features/signup/model/check-answers'
import { useProblemTexts } from '@/features/signup/model/use-problem-texts'
import { useSignup } from '@/features/signup/model/use-signup'
import { fieldId } from './field-id'
import styles from './signup-wizard.module.css'
import { AccountStep, NameStep, TermsStep, WhereStep, WhoStep, type SiteFacts } from './steps'
import { TargetBlock } from './target-block'

interface Props {
  site: SiteFacts
  /** The member whose profile led here: recipient of the first message. */
  target: string | null
  /** Which step the address asks for, from 0. */
  wished: number
  goTo: (step: number) => void
  onDone: (user: User | null, email: string) => Promise<void>
  /** Called when there is something to lose, and while the account is being made. */
  onState?: (state: { begun: boolean; saving: boolean }) => void
  loginPath: string
  termsPath: string
  privacyPath: string
}

const textField = 'input:not([type=radio], [type=checkbox])'
const forms = [WhoStep, NameStep, WhereStep, AccountStep, TermsStep]

export function SignupWizard({ site, target, wished, goTo, onDone, onState, ...links }: Props) {
  const { t } = useTranslation(['account', 'signup', 'common'])
  const errorText = useErrorText()
  const signup = useSignup(wished, site, target, goTo, onDone)
  const { step, saving, checking, refusal, refusals } = signup
  const texts = useProblemTexts(signup, site)
  const sends = useBrowserFact(() => true, false)
  const heading = useRef<HTMLHeadingElement>(null)
  const fields = useRef<HTMLDivElement>(null)
  const shown = useRef({ step, refusals })

  // The first wrong field, whose description is its error. A step of text fields begins in its first one, which saves a
  // tap; the group is named by the heading.
  const focusStep = useEffectEvent(() => {
    const wrong = steps[step]?.find((field) => texts[field])
    const first = wrong
      ? document.getElementById(fieldId(wrong))
      : fields.current?.querySelector<HTMLElement>(textField)
    ;(first ?? heading.current)?.focus()
  })
  useEffect(() => {
    if (shown.current.step !== step || shown.current.refusals !== refusals) focusStep()
    shown.current = { step, refusals }
  }, [step, refusals])

  // `focusout` bubbles, so one listener covers every field; React's own would have to stand on an interactive element.
  const onLeave = useEffectEvent(({ target }: FocusEvent) => {
    if (target instanceof HTMLInputElement) signup.checkField(target)
  })
  useEffect(() => {
    const group = fields.current
    const leave = (event: FocusEvent) => onLeave(event)
    group?.addEventListener('focusout', leave)
    return () => group?.removeEventListener('focusout', leave)
  }, [])

  const begun = hasBegun(signup.answers)
  // Reported in the same turn as the answer: an Esc right after it must find that there is something to lose.
  useLayoutEffect(() => onState?.({ begun, saving }), [begun, saving, onState])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void signup.next()
  }

  const titles = [
    t('step_who_title'),
    t('step_name_title'),
    t('step_where_title'),
    t('step_account_title'),
    t('step_terms_title'),
  ]
  const Step = forms[step] ?? WhoStep

  return (
    <form className={styles.wizard} method="post" onSubmit={submit} noValidate inert={!sends} aria-busy={saving}>
      <div className={styles.progress}>
        <p>{t('signup_step', { step: step + 1, steps: steps.length })}</p>
        <progress value={step + 1} max={steps.length} aria-hidden="true" />
      </div>
      {target && <TargetBlock id={target} />}
      <h2 ref={heading} id="signup-step" tabIndex={-1} className={styles.heading}>
        {titles[step]}
      </h2>
      {refusal && !refusal.field && (
        <Notice kind="danger" role="alert">
          {errorText(refusal.error)}
        </Notice>
      )}
      <div ref={fields} role="group" aria-labelledby="signup-step">
        <Step
          answers={signup.answers}
          set={signup.set}
          texts={texts}
          suggestion={signup.suggestion}
          hasAccount={isApiError(refusal?.error, 'email_taken') || isApiError(refusal?.error, 'account_deleted')}
          site={site}
          target={target}
          {...links}
        />
      </div>
      {saving && <p role="status">{t('signup_saving')}</p>}
      <div className={styles.buttons}>
        {step > 0 && (
          <Button kind="secondary" onClick={() => goTo(step - 1)} busy={saving}>
            {t('common:back')}
          </Button>
        )}
        <Button type="submit" busy={saving || checking}>
          {step === steps.length - 1 ? t('signup_submit') : t('signup_next')}
        </Button>
      </div>
    </form>
  )
}

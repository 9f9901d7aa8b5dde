import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Gender } from '@/api/types'
import { CheckChips, Checkbox } from '@/ui'
import styles from './seeks-field.module.css'

/** What a member says about the gender they look for. `unsaid` is an answer, too; nothing is stored with it. */
export interface SeeksAnswer {
  seeks: Gender[]
  unsaid: boolean
  /** The consent to use it. */
  agreesToMatching: boolean
}

export type SeeksProblem = 'seeks_required' | 'seeks_consent_required'

/** Returns the missing part of the answer before it may be sent. */
export function seeksProblem({ seeks, unsaid, agreesToMatching }: SeeksAnswer): SeeksProblem | undefined {
  if (unsaid) return undefined
  if (seeks.length === 0) return 'seeks_required'
  return agreesToMatching ? undefined : 'seeks_consent_required'
}

interface Props {
  id?: string
  label: string
  hint?: string
  error?: string | undefined
  answer: SeeksAnswer
  /** Whether the consent is asked for here; it may have been given before. */
  asksConsent?: boolean
  onChange: (answer: SeeksAnswer) => void
}

/** The question, the way not to answer it, and the consent that a choice needs. */
export function SeeksField({ id, label, hint, error, answer, asksConsent = true, onChange }: Props) {
  const { t } = useTranslation(['account', 'common'])
  const own = useId()
  const options = [
    { value: 'female' as const, label: t('common:women') },
    { value: 'male' as const, label: t('common:men') },
    { value: 'unsaid' as const, label: t('account:seeks_unsaid') },
  ]
  const { seeks, unsaid, agreesToMatching } = answer
  const choose = (values: (Gender | 'unsaid')[]) => {
    const turnsUnsaid = !unsaid && values.includes('unsaid')
    const genders = turnsUnsaid ? [] : values.filter((value) => value !== 'unsaid')
    onChange({
      seeks: genders,
      unsaid: turnsUnsaid || (unsaid && genders.length === 0 && values.includes('unsaid')),
      agreesToMatching: agreesToMatching && !turnsUnsaid,
    })
  }
  return (
    <div className={styles.field}>
      <CheckChips
        {...(id && { id })}
        {...(hint && { hint })}
        label={label}
        error={error}
        options={options}
        values={unsaid ? ['unsaid'] : seeks}
        onChange={choose}
      />
      {unsaid && (
        <p className={styles.why} role="status">
          {t('account:seeks_unsaid_text')}
        </p>
      )}
      {!unsaid && asksConsent && (
        <div className={styles.consent}>
          <Checkbox
            id={`${id ?? own}-consent`}
            label={t('account:seeks_consent')}
            aria-describedby={`${own}-consent-why`}
            checked={agreesToMatching}
            onChange={(event) => onChange({ ...answer, agreesToMatching: event.target.checked })}
          />
          <p id={`${own}-consent-why`} className={styles.why}>
            {t('account:seeks_consent_why')}
          </p>
        </div>
      )}
    </div>
  )
}

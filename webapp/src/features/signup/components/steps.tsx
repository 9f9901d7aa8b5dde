import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Gender } from '@/api/types'
import { SeeksField } from '@/people/seeks-field'
import { TownField } from '@/places/town-field'
import { Checkbox, PasswordInput, RadioChips, Select, SuggestedAddress, TextArea, TextInput } from '@/ui'
import type { Answers } from '@/features/signup/model/answers'
import type { FieldName, Limits } from '@/features/signup/model/check-answers'
import { AttributionChoice } from './attribution-choice'
import { fieldId } from './field-id'
import styles from './signup-wizard.module.css'

export interface SiteFacts extends Limits {
  country: string
  countries: string[]
  signup_credits: number
  free_messages: number
}

interface StepProps {
  answers: Answers
  set: (changes: Partial<Answers>) => void
  texts: Partial<Record<FieldName, string>>
  /** The address that was probably meant, if the one in the field looks mistyped. */
  suggestion: string | null
  /** The address belongs to an account already, as far as the site discloses it. */
  hasAccount: boolean
  loginPath: string
  site: SiteFacts
  target: string | null
  termsPath: string
  privacyPath: string
}

export function WhoStep({ answers, set, texts }: StepProps) {
  const { t } = useTranslation(['account', 'mydata', 'common'])
  const genders: { value: Gender; label: string }[] = [
    { value: 'female', label: t('common:female') },
    { value: 'male', label: t('common:male') },
  ]
  return (
    <div className={styles.step}>
      <RadioChips
        id={fieldId('gender')}
        label={t('gender')}
        hint={t('gender_why')}
        error={texts.gender}
        options={genders}
        value={answers.gender}
        onChange={(gender) => set({ gender, showsSexuality: false })}
      />
      <SeeksField
        id={fieldId('seeks')}
        label={t('seeks')}
        hint={t('seeks_why')}
        error={texts.seeks}
        answer={answers}
        onChange={(answer) => set({ ...answer, showsSexuality: false })}
      />
      {answers.gender && answers.agreesToMatching && answers.seeks.length > 0 && (
        <div className={styles.consent}>
          <Checkbox
            label={t('mydata:consent_sexuality')}
            aria-describedby="signup-sexuality-why"
            checked={answers.showsSexuality}
            onChange={(event) => set({ showsSexuality: event.target.checked })}
          />
          <p id="signup-sexuality-why">
            {t('mydata:consent_sexuality_text')} {t('sexuality_why')}
          </p>
        </div>
      )}
    </div>
  )
}

export function NameStep({ answers, set, texts, site }: StepProps) {
  const { t } = useTranslation('account')
  return (
    <div className={styles.step}>
      <TextInput
        id={fieldId('name')}
        label={t('name')}
        hint={t('name_hint')}
        error={texts.name}
        autoComplete="given-name"
        maxLength={site.signup_limits.name_longest}
        value={answers.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextInput
        id={fieldId('date_of_birth')}
        type="date"
        label={t('date_of_birth')}
        hint={t('date_of_birth_hint', { min_age: site.min_age })}
        error={texts.date_of_birth}
        autoComplete="bday"
        value={answers.date_of_birth}
        onChange={(event) => set({ date_of_birth: event.target.value })}
      />
    </div>
  )
}

export function WhereStep({ answers, set, texts, site }: StepProps) {
  const { t, i18n } = useTranslation('account')
  const names = new Intl.DisplayNames([i18n.language], { type: 'region' })
  return (
    <div className={styles.step}>
      <Select
        label={t('country')}
        autoComplete="country"
        value={answers.country}
        onChange={(event) => set({ country: event.target.value, town: null })}
      >
        {site.countries.map((code) => (
          <option key={code} value={code}>
            {names.of(code)}
          </option>
        ))}
      </Select>
      <TownField
        key={answers.country}
        id={fieldId('town')}
        country={answers.country}
        value={answers.town}
        error={texts.town}
        onChange={(town) => set({ town })}
      />
    </div>
  )
}

export function AccountStep({ answers, set, texts, suggestion, hasAccount, loginPath }: StepProps) {
  const { t } = useTranslation('account')
  return (
    <div className={styles.step}>
      <TextInput
        id={fieldId('email')}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="username"
        label={t('email')}
        hint={t('email_hint')}
        error={
          hasAccount ? (
            <span>
              {texts.email}. <Link to={loginPath}>{t('signup_login')}</Link>
            </span>
          ) : (
            texts.email
          )
        }
        value={answers.email}
        onChange={(event) => set({ email: event.target.value })}
      />
      {suggestion && (
        <SuggestedAddress
          typed={answers.email.trim()}
          suggestion={suggestion}
          onTake={() => set({ email: suggestion })}
          onKeep={() => set({ keptEmail: answers.email })}
        />
      )}
      <PasswordInput
        id={fieldId('password')}
        autoComplete="new-password"
        label={t('password')}
        hint={t('password_hint')}
        error={texts.password}
        value={answers.password}
        onChange={(event) => set({ password: event.target.value })}
      />
    </div>
  )
}

export function TermsStep({ answers, set, texts, site, target, termsPath, privacyPath }: StepProps) {
  const { t } = useTranslation(['account', 'signup'])
  const left = site.message_length - answers.signup_message.trim().length
  // Decided as the step opens: the field must not go while the password is typed into it.
  const [asksPassword] = useState(answers.password.length < site.signup_limits.password_shortest)
  return (
    <div className={styles.step}>
      {asksPassword && (
        <PasswordInput
          id={fieldId('password')}
          autoComplete="new-password"
          label={t('password')}
          hint={t('password_again')}
          error={texts.password}
          value={answers.password}
          onChange={(event) => set({ password: event.target.value })}
        />
      )}
      {target && (
        <div>
          <TextArea
            id={fieldId('signup_message')}
            label={t('signup:message')}
            hint={t('signup:message_hint')}
            error={texts.signup_message}
            rows={3}
            value={answers.signup_message}
            onChange={(event) => set({ signup_message: event.target.value })}
          />
          {left < site.message_length * 0.2 && (
            <p className={styles.counter}>{t('signup:message_left', { count: left })}</p>
          )}
        </div>
      )}
      <div className={styles.facts}>
        <p>{t('terms_summary', { name: answers.name.trim(), town: answers.town?.name ?? '' })}</p>
        <p>
          {t('terms_free', {
            credits: t('start_credits', { count: site.signup_credits }),
            messages: t('start_messages', { count: site.free_messages }),
          })}
        </p>
      </div>
      <Checkbox
        id={fieldId('terms')}
        label={t('terms_accept')}
        error={texts.terms}
        checked={answers.terms}
        onChange={(event) => set({ terms: event.target.checked })}
      />
      <p className={styles.links}>
        <a href={termsPath} target="_blank" rel="noreferrer">
          {t('terms_read')}
        </a>
        <a href={privacyPath} target="_blank" rel="noreferrer">
          {t('privacy_read')}
        </a>
      </p>
      <AttributionChoice />
    </div>
  )
}

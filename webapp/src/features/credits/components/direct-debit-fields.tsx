import { CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { newId } from '@/api/new-id'
import type { DirectDebit } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { useOwnProfile } from '@/api/profile/use-own-profile'
import { useCompany, useSettings } from '@/api/use-settings'
import { countryName } from '@/i18n/country-name'
import { Button, Notice, Select, TextInput } from '@/ui'
import { applyForDirectDebit } from '@/features/credits/api/direct-debit'
import { compactIban, groupedIban, stateOfIban } from '@/features/credits/model/iban'
import styles from './direct-debit.module.css'

const fields = ['account_holder', 'iban', 'street', 'postcode', 'city', 'country', 'phone'] as const
type Field = (typeof fields)[number]
type Answers = Record<Field, string>

/** Nothing of this is kept on the device. */
export function DirectDebitFields({ onApplied }: { onApplied: (applied: DirectDebit) => void }) {
  const { t, i18n } = useTranslation('credits')
  const errorText = useErrorText()
  const { settings } = useSettings()
  const company = useCompany()
  const { profile } = useOwnProfile()
  const [answers, setAnswers] = useState<Partial<Answers>>({})
  const [tried, setTried] = useState(false)
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  const attempt = useRef({ id: newId(), form: '' })
  const countries = settings?.countries ?? []
  const country =
    answers.country ?? (profile && countries.includes(profile.country) ? profile.country : (countries[0] ?? 'NL'))
  const iban = answers.iban ?? ''
  const ibanState = stateOfIban(iban)
  const { error } = state
  const set = (field: Field) => (event: { target: { value: string } }) =>
    setAnswers({ ...answers, [field]: event.target.value })

  const problemOf = (field: Field): string | undefined => {
    if (isApiError(error) && error.field === field) return errorText(error)
    if (field === 'iban' && ibanState === 'wrong') return t('debit_iban_wrong')
    if (!tried || field === 'country') return undefined
    if (!(answers[field] ?? '').trim()) return t('debit_required')
    return field === 'iban' && ibanState === 'unfinished' ? t('debit_iban_short') : undefined
  }
  const isComplete =
    fields.every((field) => field === 'country' || (answers[field] ?? '').trim()) && ibanState === 'right'
  const submit = async () => {
    setTried(true)
    const wrong = fields.find((field) =>
      field === 'iban' ? ibanState !== 'right' : field !== 'country' && !(answers[field] ?? '').trim(),
    )
    if (!isComplete) return document.getElementById(`debit-${wrong}`)?.focus()
    const form = { ...(answers as Answers), country, iban: compactIban(iban) }
    // The same form keeps its id, so that a retry sends no second message.
    if (attempt.current.form !== JSON.stringify(form)) attempt.current = { id: newId(), form: JSON.stringify(form) }
    setState({ busy: true, error: null })
    try {
      const applied = await applyForDirectDebit({ id: attempt.current.id, ...form })
      setState({ busy: false, error: null })
      onApplied(applied)
    } catch (problem) {
      setState({ busy: false, error: problem })
      if (isApiError(problem) && problem.field) document.getElementById(`debit-${problem.field}`)?.focus()
    }
  }
  const shared = (field: Field) => ({
    id: `debit-${field}`,
    value: answers[field] ?? '',
    onChange: set(field),
    error: problemOf(field),
  })
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!state.busy) void submit()
      }}
    >
      <TextInput label={t('debit_holder')} autoComplete="name" maxLength={70} {...shared('account_holder')} />
      <div className={styles.iban}>
        <TextInput
          label="IBAN"
          hint={t('debit_iban_hint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={42}
          {...shared('iban')}
          onBlur={() => setAnswers({ ...answers, iban: groupedIban(iban) })}
        />
        <p className={styles.right} role="status">
          {ibanState === 'right' && (
            <>
              <CircleCheck size={18} aria-hidden="true" />
              {t('debit_iban_right', { country: countryName(compactIban(iban).slice(0, 2), i18n.language) })}
            </>
          )}
        </p>
      </div>
      <TextInput label={t('debit_street')} autoComplete="street-address" maxLength={100} {...shared('street')} />
      <div className={styles.pair}>
        <TextInput label={t('debit_postcode')} autoComplete="postal-code" maxLength={16} {...shared('postcode')} />
        <TextInput label={t('debit_city')} autoComplete="address-level2" maxLength={70} {...shared('city')} />
      </div>
      <Select
        label={t('debit_country')}
        autoComplete="country"
        id="debit-country"
        value={country}
        onChange={set('country')}
      >
        {countries.map((each) => (
          <option key={each} value={each}>
            {countryName(each, i18n.language)}
          </option>
        ))}
      </Select>
      <TextInput
        label={t('debit_phone')}
        hint={t('debit_phone_hint')}
        type="tel"
        autoComplete="tel"
        maxLength={30}
        {...shared('phone')}
      />
      <p className={styles.mandate}>
        {t('debit_mandate', {
          company: company ? `${company.name} (${company.address}, ${company.city})` : (settings?.name ?? ''),
        })}
      </p>
      {error && !(isApiError(error) && fields.includes(error.field as Field)) ? (
        <Notice kind="danger" role="alert" title={errorText(error)} />
      ) : null}
      <Button type="submit" wide busy={state.busy}>
        {t('debit_submit')}
      </Button>
    </form>
  )
}

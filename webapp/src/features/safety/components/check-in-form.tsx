import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { DatePlan } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice, RadioChips, Select, TextInput } from '@/ui'
import { setCheckIn, type NewCheckIn } from '@/features/safety/api/check-ins'
import styles from './date-plans.module.css'

type Grace = NewCheckIn['grace_minutes']

const AN_HOUR = 3_600_000
const graces: Grace[] = [15, 30, 60]
const told = {
  email: ['check_what_ask', 'check_what_tell', 'check_what_address', 'check_what_not'],
  sms: ['check_what_ask', 'check_what_tell_sms', 'check_what_number', 'check_what_not'],
} as const
const ways = ['email', 'sms'] as const

/** Asks for the person, the time and the grace, and says beforehand what is sent to whom. */
export function CheckInForm({ plan, canText, onClose }: { plan: DatePlan; canText: boolean; onClose: () => void }) {
  const { t, i18n } = useTranslation(['safety', 'common'])
  const errorText = useErrorText()
  const before = plan.check_in
  const [name, setName] = useState(before?.name ?? '')
  const [way, setWay] = useState<(typeof ways)[number]>(canText && before?.phone ? 'sms' : 'email')
  const [email, setEmail] = useState(before?.email ?? '')
  const [phone, setPhone] = useState(before?.phone ?? '')
  const [when, setWhen] = useState(() => localTime(new Date(Date.parse(plan.meets_at) + 2 * AN_HOUR)))
  const [grace, setGrace] = useState<Grace>((before?.grace_minutes as Grace | undefined) ?? 30)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const missing = (value: string) => (tried && !value.trim() ? t('safety:plan_required') : undefined)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const at = new Date(when)
    const reach = way === 'sms' ? phone.trim() : email.trim()
    if (busy || !name.trim() || !reach || Number.isNaN(at.getTime())) return
    setBusy(true)
    setError(null)
    try {
      await setCheckIn(plan.id, {
        name: name.trim(),
        email: way === 'email' ? reach : null,
        phone: way === 'sms' ? reach : null,
        ask_at: at.toISOString(),
        grace_minutes: grace,
      })
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }

  return (
    <form
      className={styles.form}
      aria-label={t('safety:check_title')}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      <TextInput
        label={t('safety:check_name')}
        hint={t('safety:check_name_hint')}
        maxLength={50}
        autoComplete="off"
        // The button that opened the form is gone.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={name}
        error={missing(name)}
        onChange={(event) => setName(event.target.value)}
      />
      {canText && (
        <RadioChips
          label={t('safety:check_how')}
          options={ways.map((each) => ({ value: each, label: t(`safety:check_by_${each}`) }))}
          value={way}
          onChange={setWay}
        />
      )}
      {way === 'email' ? (
        <TextInput
          label={t('safety:check_email')}
          type="email"
          maxLength={254}
          autoComplete="off"
          value={email}
          error={missing(email)}
          onChange={(event) => setEmail(event.target.value)}
        />
      ) : (
        <TextInput
          label={t('safety:check_phone')}
          hint={t('safety:check_phone_hint')}
          type="tel"
          maxLength={30}
          autoComplete="off"
          value={phone}
          error={missing(phone)}
          onChange={(event) => setPhone(event.target.value)}
        />
      )}
      <TextInput
        label={t('safety:check_when')}
        type="datetime-local"
        value={when}
        error={missing(when)}
        onChange={(event) => setWhen(event.target.value)}
      />
      <Select
        label={t('safety:check_grace')}
        value={grace}
        onChange={(event) => setGrace(Number(event.target.value) as Grace)}
      >
        {graces.map((each) => (
          <option key={each} value={each}>
            {minutes(each, i18n.language)}
          </option>
        ))}
      </Select>
      <ul className={styles.told}>
        {told[way].map((each) => (
          <li key={each}>{t(`safety:${each}`)}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          {t('safety:check_action')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  )
}

/** A time to answer in words. */
export const minutes = (count: number, locale: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(count)

/** As a field of the type datetime-local takes it. */
function localTime(at: Date) {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

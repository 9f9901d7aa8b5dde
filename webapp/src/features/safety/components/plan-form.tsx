import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useActId } from '@/api/use-act-id'
import type { Id } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, ErrorState, Loading, Notice, Select, TextArea, TextInput } from '@/ui'
import { usePartners, type NewPlan } from '@/features/safety/api/date-plans'
import styles from './date-plans.module.css'

interface Props {
  withId: Id | null
  make: (plan: NewPlan) => Promise<Id>
  onMade: (planId: Id) => Promise<void>
}

const nothing = { place: '', when: '', note: '' }

/** Asks who, where and when. */
export function PlanForm({ withId, make, onMade }: Props) {
  const { t } = useTranslation('safety')
  const errorText = useErrorText()
  const { partners, error: partnersError, retry } = usePartners()
  const actId = useActId()
  const [chosen, setPartner] = useState(withId ?? '')
  const partner = partners?.some((each) => each.id === chosen) ? chosen : ''
  const [words, setWords] = useState(nothing)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const write = (name: keyof typeof nothing) => (event: { target: { value: string } }) =>
    setWords((known) => ({ ...known, [name]: event.target.value }))
  const missing = (value: string) => (tried && !value.trim() ? t('plan_required') : undefined)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const when = new Date(words.when)
    if (busy || !partner || !words.place.trim() || Number.isNaN(when.getTime())) return
    setBusy(true)
    setError(null)
    try {
      const note = words.note.trim()
      const plan = { profile_id: partner, place: words.place.trim(), meets_at: when.toISOString(), note }
      const made = await make({ id: actId.of(plan), ...plan })
      actId.done()
      setWords(nothing)
      setTried(false)
      await onMade(made)
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }

  if (!partners) return partnersError ? <ErrorState error={partnersError} onRetry={retry} /> : <Loading />
  if (partners.length === 0) return <Notice>{t('plan_nobody')}</Notice>
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      <Select
        label={t('plan_who')}
        value={partner}
        error={missing(partner)}
        onChange={(event) => setPartner(event.target.value)}
      >
        <option value="">{t('plan_who_choose')}</option>
        {partners.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </Select>
      <TextInput
        label={t('plan_place')}
        hint={t('plan_place_hint')}
        maxLength={200}
        autoComplete="off"
        value={words.place}
        error={missing(words.place)}
        onChange={write('place')}
      />
      <TextInput
        label={t('plan_when')}
        type="datetime-local"
        value={words.when}
        error={missing(words.when)}
        onChange={write('when')}
      />
      <TextArea
        label={t('plan_note')}
        hint={t('plan_note_hint')}
        rows={3}
        maxLength={500}
        value={words.note}
        onChange={write('note')}
      />
      <div>
        <Button type="submit" busy={busy}>
          {t('plan_make')}
        </Button>
      </div>
    </form>
  )
}

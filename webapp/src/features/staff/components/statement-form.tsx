import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice, RadioChips, Select, TextArea, TextInput } from '@/ui'
import type { Statement } from '@/features/staff/api/desk'
import styles from './staff.module.css'

const reasons = ['fake', 'harassment', 'hate', 'nudity', 'fraud', 'minor', 'advertising', 'violence', 'other'] as const
type Sanction = Statement['measure']

interface Props {
  sanctions: readonly Sanction[]
  reason?: string
  onDecide: (statement: Statement) => Promise<void>
}

/** A sanction with its statement of reasons, as the member will read it. */
export function StatementForm({ sanctions, reason: first = 'other', onDecide }: Props) {
  const { t } = useTranslation(['staff', 'complaints'])
  const errorText = useErrorText()
  const [sanction, setSanction] = useState<Sanction | null>(null)
  const [reason, setReason] = useState(first)
  const [ground, setGround] = useState<'terms' | 'law'>('terms')
  const [facts, setFacts] = useState('')
  const [days, setDays] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const lasts = sanction === 'hide' || sanction === 'suspend'

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busy || !sanction || !facts.trim()) return
    setBusy(true)
    setError(null)
    try {
      await onDecide({
        measure: sanction,
        reason,
        ground,
        facts: facts.trim(),
        ...(lasts && Number(days) > 0 && { days: Number(days) }),
      })
      setSanction(null)
      setFacts('')
      setTried(false)
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }

  return (
    <form className={styles.statement} onSubmit={(event) => void submit(event)} noValidate>
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      <RadioChips
        label={t('staff:measure')}
        options={sanctions.map((value) => ({ value, label: t(`staff:do_${value}`) }))}
        value={sanction}
        error={tried && !sanction ? t('staff:measure_required') : undefined}
        onChange={setSanction}
      />
      <div className={styles.row}>
        <Select label={t('complaints:reason')} value={reason} onChange={(event) => setReason(event.target.value)}>
          {reasons.map((key) => (
            <option key={key} value={key}>
              {t(`complaints:reason_${key}`)}
            </option>
          ))}
        </Select>
        <Select
          label={t('staff:ground')}
          value={ground}
          onChange={(event) => setGround(event.target.value as 'terms' | 'law')}
        >
          <option value="terms">{t('staff:ground_terms')}</option>
          <option value="law">{t('staff:ground_law')}</option>
        </Select>
        {lasts && (
          <TextInput
            label={t('staff:days')}
            hint={t(sanction === 'suspend' ? 'staff:days_hint' : 'staff:days_hint_hide')}
            inputMode="numeric"
            value={days}
            onChange={(event) => setDays(event.target.value.replace(/\D/g, '').slice(0, 4))}
          />
        )}
      </div>
      <TextArea
        label={t('staff:facts')}
        hint={t('staff:facts_hint')}
        rows={3}
        maxLength={4000}
        value={facts}
        error={tried && !facts.trim() ? t('complaints:text_required') : undefined}
        onChange={(event) => setFacts(event.target.value)}
      />
      <div>
        <Button type="submit" busy={busy}>
          {t('staff:decide')}
        </Button>
      </div>
    </form>
  )
}

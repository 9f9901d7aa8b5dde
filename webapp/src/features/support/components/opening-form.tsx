import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useErrorText } from '@/api/use-error-text'
import { openForSupport } from '@/features/support/api/support'
import { Button, Notice, TextArea } from '@/ui'
import styles from './support.module.css'

/** The reason for opening a member; that of the search is filled in. */
export function OpeningForm({ memberId, onOpened }: { memberId: string; onOpened: () => Promise<unknown> }) {
  const { t } = useTranslation('staff')
  const errorText = useErrorText()
  const { state } = useLocation() as { state: { reason?: string } | null }
  const [reason, setReason] = useState(state?.reason ?? '')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await openForSupport(memberId, reason.trim())
      await onOpened()
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      <TextArea
        label={t('access_why')}
        hint={t('access_hint')}
        maxLength={500}
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" busy={busy}>
        {t('access_open')}
      </Button>
    </form>
  )
}

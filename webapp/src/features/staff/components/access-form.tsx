import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice, TextArea } from '@/ui'
import { openMember } from '@/features/staff/api/desk'
import styles from './staff.module.css'

interface Props {
  memberId: string
  onOpened: () => Promise<unknown>
}

/** The stated reason for opening a profile without a case. */
export function AccessForm({ memberId, onOpened }: Props) {
  const { t } = useTranslation('staff')
  const errorText = useErrorText()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !reason.trim()) return
    setBusy(true)
    setError(null)
    try {
      await openMember(memberId, { reason: reason.trim() })
      await onOpened()
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }

  return (
    <form className={styles.statement} onSubmit={(event) => void submit(event)}>
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

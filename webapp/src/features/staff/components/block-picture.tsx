import { Ban } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice, Select, useToast, TextArea } from '@/ui'
import { decidePicture, type Statement } from '@/features/staff/api/desk'
import styles from './staff.module.css'

interface Props {
  complaint: { id: string; reason: string }
  message: { id: string; blocked: boolean }
  /** Loads the complaint anew, which says how the picture stands. */
  onDecided: () => unknown
}

/** Blocking a picture that came as evidence, or unblocking it: asked for first, then confirmed with its reasons. */
export function BlockPicture({ complaint, message, onDecided }: Props) {
  const showToast = useToast()
  const { t } = useTranslation(['staff', 'complaints', 'common'])
  const errorText = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const [ground, setGround] = useState<Statement['ground']>('law')
  const [facts, setFacts] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const measure = message.blocked ? 'unblock_picture' : 'block_picture'

  useEffect(() => {
    if (isAsking) field.current?.focus()
  }, [isAsking])

  const decide = async () => {
    try {
      await decidePicture(complaint.id, message.id, { measure, reason: complaint.reason, ground, facts: facts.trim() })
      showToast({ text: t('staff:done'), kind: 'success' })
    } catch (failure) {
      if (!isApiError(failure, 'already_decided')) throw failure
      showToast({ text: t('staff:decided_by_other') })
    }
    setAsking(false)
    setFacts('')
    setTried(false)
    await onDecided()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busy || !facts.trim()) return
    setBusy(true)
    setError(null)
    try {
      await decide()
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }

  return (
    <div className={styles.statement}>
      {message.blocked && <p>{t('staff:picture_blocked')}</p>}
      {isAsking ? (
        <form className={styles.statement} onSubmit={(event) => void submit(event)} noValidate>
          {error !== null && (
            <Notice kind="danger" role="alert">
              {errorText(error)}
            </Notice>
          )}
          <p>{t(`staff:${measure}_lead`)}</p>
          <Select
            label={t('staff:ground')}
            value={ground}
            onChange={(event) => setGround(event.target.value as Statement['ground'])}
          >
            <option value="law">{t('staff:ground_law')}</option>
            <option value="terms">{t('staff:ground_terms')}</option>
          </Select>
          <TextArea
            label={t('staff:facts')}
            hint={t('staff:facts_hint')}
            rows={3}
            maxLength={4000}
            ref={field}
            value={facts}
            error={tried && !facts.trim() ? t('complaints:text_required') : undefined}
            onChange={(event) => setFacts(event.target.value)}
          />
          <div className={styles.actions}>
            <Button type="submit" busy={busy}>
              {t(`staff:${measure}`)}
            </Button>
            <Button kind="quiet" onClick={() => setAsking(false)}>
              {t('common:cancel')}
            </Button>
          </div>
        </form>
      ) : (
        <div className={styles.actions}>
          <Button kind="secondary" small icon={<Ban size={18} aria-hidden="true" />} onClick={() => setAsking(true)}>
            {t(`staff:${measure}`)}
          </Button>
        </div>
      )}
    </div>
  )
}

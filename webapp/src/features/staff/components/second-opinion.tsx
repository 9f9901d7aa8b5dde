import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice, TextArea } from '@/ui'
import styles from './staff.module.css'

interface Props {
  /** The effect of a confirmation, in words. */
  consequence: string
  /** Settles the decision: confirmed with null, else lifted for this reason. */
  onSettle: (refusal: string | null) => Promise<void>
}

/** Confirming a colleague's decision, or lifting it with a reason. */
export function SecondOpinion({ consequence, onSettle }: Props) {
  const { t } = useTranslation(['staff', 'complaints', 'common'])
  const errorText = useErrorText()
  const [isRefusing, setRefusing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const [facts, setFacts] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  useEffect(() => {
    if (isRefusing) field.current?.focus()
  }, [isRefusing])

  const settle = async (refusal: string | null) => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await onSettle(refusal)
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  const refuse = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (facts.trim()) void settle(facts.trim())
  }

  return (
    <form className={styles.statement} onSubmit={refuse} noValidate>
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      <p>{consequence}</p>
      {isRefusing ? (
        <>
          <TextArea
            label={t('staff:confirm_why_not')}
            hint={t('staff:confirm_why_not_hint')}
            rows={3}
            maxLength={4000}
            ref={field}
            value={facts}
            error={tried && !facts.trim() ? t('complaints:text_required') : undefined}
            onChange={(event) => setFacts(event.target.value)}
          />
          <div className={styles.actions}>
            <Button type="submit" busy={busy}>
              {t('staff:confirm_send')}
            </Button>
            <Button kind="quiet" onClick={() => setRefusing(false)}>
              {t('common:cancel')}
            </Button>
          </div>
        </>
      ) : (
        <div className={styles.actions}>
          <Button busy={busy} onClick={() => void settle(null)}>
            {t('staff:confirm')}
          </Button>
          <Button kind="secondary" onClick={() => setRefusing(true)}>
            {t('staff:confirm_not')}
          </Button>
        </div>
      )}
    </form>
  )
}

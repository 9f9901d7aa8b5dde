import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerMatching } from '@/api/consents'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice } from '@/ui'
import styles from './warnings.module.css'

/** Asks a member from before this consent once, beside everything else. No is as easy as yes. */
export default function MatchingQuestion() {
  const { t } = useTranslation('account')
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  const answer = async (given: boolean) => {
    setBusy(true)
    setFailure(null)
    await answerMatching(given).catch(setFailure)
    setBusy(false)
  }

  return (
    <aside className={styles.reminder} aria-label={t('seeks_ask_title')}>
      <Notice
        title={t('seeks_ask_title')}
        actions={
          <>
            <Button kind="secondary" small busy={busy} onClick={() => void answer(true)}>
              {t('seeks_ask_yes')}
            </Button>
            <Button kind="secondary" small busy={busy} onClick={() => void answer(false)}>
              {t('seeks_ask_no')}
            </Button>
          </>
        }
      >
        {failure !== null && <p role="alert">{errorText(failure)}</p>}
        <p>{t('seeks_ask_text')}</p>
      </Notice>
    </aside>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readConsent } from '@/tracking/consent'
import { useTracking } from '@/tracking/tracking'
import { Button, useBrowserFact } from '@/ui'
import styles from './consent-bar.module.css'

/** The answer about attribution, with buttons to change it. */
export function ConsentChoice() {
  const { t } = useTranslation(['signup', 'common'])
  const tracking = useTracking()
  const [answered, setAnswered] = useState<'yes' | 'no' | null>(null)
  const kept = useBrowserFact(readConsent, null)
  const said = answered ?? kept
  const answer = (choice: 'yes' | 'no') => {
    tracking.answer(choice)
    setAnswered(choice)
  }
  return (
    <div className={styles.choice}>
      <p role="status">{t(`consent_now_${said ?? 'open'}`)}</p>
      <div className={styles.buttons}>
        <Button kind="secondary" small disabled={said === 'no'} onClick={() => answer('no')}>
          {t('common:consent_no')}
        </Button>
        <Button kind="secondary" small disabled={said === 'yes'} onClick={() => answer('yes')}>
          {t('common:consent_yes')}
        </Button>
      </div>
    </div>
  )
}

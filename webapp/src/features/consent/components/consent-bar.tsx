import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { readConsent } from '@/tracking/consent'
import { useTracking } from '@/tracking/tracking'
import { Button } from '@/ui'
import styles from './consent-bar.module.css'

/** Asks once whether we may note how a visitor found us. Both answers are the same press away; nothing waits for it. */
export function ConsentBar({ cookiesPath }: { cookiesPath: string }) {
  const { t } = useTranslation()
  const tracking = useTracking()
  const [said, setSaid] = useState(readConsent)
  if (said !== null) return null
  const answer = (choice: 'yes' | 'no') => {
    tracking.answer(choice)
    setSaid(choice)
  }
  return (
    <section className={styles.bar} aria-labelledby="consent-title">
      <div className={styles.words}>
        <h2 id="consent-title">{t('consent_title')}</h2>
        <p>
          {t('consent_text')} <Link to={cookiesPath}>{t('consent_more')}</Link>
        </p>
      </div>
      <div className={styles.buttons}>
        <Button kind="secondary" small onClick={() => answer('no')}>
          {t('consent_no')}
        </Button>
        <Button kind="secondary" small onClick={() => answer('yes')}>
          {t('consent_yes')}
        </Button>
      </div>
    </section>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { useToast, Switch } from '@/ui'
import { setDiscreetMails } from '@/features/settings/api/notifications'
import styles from './settings.module.css'
import own from './who-sees-me.module.css'

/** Whether mails leave out the name of the member they are about, as pushes always do. */
export function DiscreetMails({ on }: { on: boolean }) {
  const showToast = useToast()
  const { t } = useTranslation(['account', 'common'])
  const errorText = useErrorText()
  const [saved, setSaved] = useState(false)

  const change = async (discreet: boolean) => {
    setSaved(false)
    try {
      await setDiscreetMails(discreet)
      setSaved(true)
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    }
  }

  return (
    <section className={own.card} aria-label={t('discreet_mails')}>
      <div className={own.switch}>
        <Switch label={t('discreet_mails')} checked={on} onChange={(discreet) => void change(discreet)} />
      </div>
      <p className={own.hint}>{t('discreet_mails_text')}</p>
      <p role="status" className={styles.saved}>
        {saved && t('common:saved')}
      </p>
    </section>
  )
}

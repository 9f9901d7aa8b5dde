import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Privacy } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { useToast, Switch } from '@/ui'
import { useSetInvisible } from '@/features/settings/api/privacy'
import styles from './settings.module.css'
import own from './who-sees-me.module.css'

/** The member's current visibility in one sentence, and the switch that changes it. */
export function WhoSeesMe({ privacy }: { privacy: Privacy }) {
  const showToast = useToast()
  const { t } = useTranslation(['settings', 'common'])
  const errorText = useErrorText()
  const setInvisible = useSetInvisible()
  const [saved, setSaved] = useState(false)

  const change = async (invisible: boolean) => {
    setSaved(false)
    try {
      await setInvisible(invisible)
      setSaved(true)
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    }
  }

  const who = privacy.hidden ? 'seen_by_nobody' : privacy.invisible ? 'seen_by_partners' : 'seen_by_all'
  const Icon = who === 'seen_by_all' ? Eye : EyeOff
  return (
    <section className={own.card} aria-label={t('settings:who_sees_me')}>
      <p className={own.now}>
        <Icon size={24} aria-hidden="true" />
        <span>{t(`settings:${who}`)}</span>
      </p>
      <div className={own.switch}>
        <Switch label={t('settings:invisible')} checked={privacy.invisible} onChange={(on) => void change(on)} />
      </div>
      <p className={own.hint}>{t('settings:invisible_text')}</p>
      <p role="status" className={styles.saved}>
        {saved && t('common:saved')}
      </p>
    </section>
  )
}

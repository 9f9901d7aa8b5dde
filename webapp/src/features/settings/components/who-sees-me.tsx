import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Privacy, Settings } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import { useErrorText } from '@/api/use-error-text'
import { useToast, Switch } from '@/ui'
import { useChangePrivacy, type PrivacyChoices } from '@/features/settings/api/privacy'
import styles from './settings.module.css'
import own from './who-sees-me.module.css'

type SwitchName = Settings['privacy_switches'][number]

/** The member's current visibility in one sentence, and the switches that change it: those the site offers, or still off. */
export function WhoSeesMe({ privacy }: { privacy: Privacy }) {
  const showToast = useToast()
  const { t } = useTranslation(['settings', 'common'])
  const errorText = useErrorText()
  const { settings } = useSettings()
  const changePrivacy = useChangePrivacy(privacy)
  const [saved, setSaved] = useState(false)

  const change = async (choices: PrivacyChoices) => {
    setSaved(false)
    try {
      await changePrivacy(choices)
      setSaved(true)
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    }
  }

  const { hidden, paused, invisible } = privacy
  const who = hidden ? 'seen_by_nobody' : paused ? 'seen_paused' : invisible ? 'seen_by_partners' : 'seen_by_all'
  const offers = (name: SwitchName) => settings?.privacy_switches.includes(name)
  const Icon = who === 'seen_by_all' ? Eye : EyeOff
  return (
    <section className={own.card} aria-label={t('settings:who_sees_me')}>
      <p className={own.now}>
        <Icon size={24} aria-hidden="true" />
        <span>{t(`settings:${who}`)}</span>
      </p>
      <Choice name="invisible" checked={invisible} onChange={(on) => void change({ invisible: on })} />
      {(offers('pause') || paused) && (
        <Choice name="pause" checked={paused} onChange={(on) => void change({ paused: on })} />
      )}
      {(offers('presence') || !privacy.shares_presence) && (
        <Choice
          name="presence"
          checked={privacy.shares_presence}
          onChange={(on) => void change({ shares_presence: on })}
        />
      )}
      {(offers('reads') || !privacy.shares_reads) && (
        <Choice name="reads" checked={privacy.shares_reads} onChange={(on) => void change({ shares_reads: on })} />
      )}
      {((offers('looks') && settings?.looks !== 'none') || !privacy.shares_looks) && (
        <Choice name="looks" checked={privacy.shares_looks} onChange={(on) => void change({ shares_looks: on })} />
      )}
      <p role="status" className={styles.saved}>
        {saved && t('common:saved')}
      </p>
    </section>
  )
}

interface ChoiceProps {
  name: SwitchName | 'invisible'
  checked: boolean
  onChange: (on: boolean) => void
}

function Choice({ name, checked, onChange }: ChoiceProps) {
  const { t } = useTranslation('settings')
  const hint = useId()
  return (
    <div className={own.choice}>
      <div className={own.switch}>
        <Switch label={t(name)} checked={checked} onChange={onChange} aria-describedby={hint} />
      </div>
      <p id={hint} className={own.hint}>
        {t(`${name}_text`)}
      </p>
    </div>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChatPreferences } from '@/api/chat-preferences'
import type { Id } from '@/api/types'
import { keepTranslationChoices, translationChoices } from '@/features/chat/api/translation-choices'
import { Switch } from '@/ui'
import styles from './chat-preferences.module.css'

/** Settings of writing and sounds on this device; each switch is saved at once. */
export function ChatPreferences({ memberId }: { memberId: Id }) {
  const { t } = useTranslation('settings')
  const [translation] = useState(() => translationChoices(memberId))
  const [isAllowed, setAllowed] = useState(true)
  const [preferences, change] = useChatPreferences(memberId)
  return (
    <div className={styles.preferences}>
      <section>
        <Switch
          label={t('enter_sends')}
          checked={preferences.enterSends}
          onChange={(enterSends) => change({ enterSends })}
        />
        <p>{t('enter_sends_text')}</p>
      </section>
      <section>
        <Switch label={t('tone')} checked={preferences.tone} onChange={(tone) => change({ tone })} />
        <p>{t('tone_text')}</p>
      </section>
      {translation && (
        <section>
          <Switch
            label={t('translation')}
            checked={isAllowed}
            onChange={(isOn) => {
              setAllowed(isOn)
              keepTranslationChoices(memberId, isOn ? translation : null)
            }}
          />
          <p>
            {t('translation_text', {
              service: translation.translator.service,
              company: translation.translator.company,
            })}
          </p>
        </section>
      )}
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import { useChatHabits } from '@/api/chat-habits'
import type { Id } from '@/api/types'
import { Switch } from '@/ui'
import styles from './chat-habits.module.css'

/** What a member can set of writing and hearing on this device; each switch is its own answer. */
export function ChatHabits({ memberId }: { memberId: Id }) {
  const { t } = useTranslation('settings')
  const [habits, change] = useChatHabits(memberId)
  return (
    <div className={styles.habits}>
      <section>
        <Switch
          label={t('enter_sends')}
          checked={habits.enterSends}
          onChange={(enterSends) => change({ enterSends })}
        />
        <p>{t('enter_sends_text')}</p>
      </section>
      <section>
        <Switch label={t('tone')} checked={habits.tone} onChange={(tone) => change({ tone })} />
        <p>{t('tone_text')}</p>
      </section>
    </div>
  )
}

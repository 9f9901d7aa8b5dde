import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NotificationType } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { useToast, Switch, VisuallyHidden } from '@/ui'
import { setNotification } from '@/features/settings/api/notifications'
import styles from './settings.module.css'

const known = [
  'new_conversations',
  'new_messages',
  'like',
  'unread_message_reminders',
  'promotions',
  'weekly_updates',
  'news',
  'reminders',
] as const
type Known = (typeof known)[number]

/** Notifications of a member, by e-mail and by push. */
export function NotificationTable({ types }: { types: NotificationType[] }) {
  const showToast = useToast()
  const { t } = useTranslation(['account', 'common'])
  const errorText = useErrorText()
  const [saved, setSaved] = useState<string | null>(null)

  const change = async (type: string, way: 'email' | 'push', on: boolean) => {
    setSaved(null)
    try {
      await setNotification(type, { [way]: on })
      setSaved(`${type}-${way}`)
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    }
  }

  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('notifications_kind')}</th>
            <th scope="col">{t('notifications_email')}</th>
            <th scope="col">{t('notifications_push')}</th>
          </tr>
        </thead>
        <tbody>
          {types.map(({ type, sent_by: sentBy, ...ways }) => {
            // A switch without a sender would promise something.
            if (sentBy.length === 0) return null
            const name = known.includes(type as Known) ? t(`type_${type as Known}`) : type
            return (
              <tr key={type}>
                <th scope="row">{name}</th>
                {(['email', 'push'] as const).map((way) => (
                  <td key={way}>
                    {sentBy.includes(way) ? (
                      <Switch
                        label={
                          <VisuallyHidden>
                            {t('notifications_switch', { type: name, way: t(`notifications_${way}`) })}
                          </VisuallyHidden>
                        }
                        checked={ways[way]}
                        onChange={(on) => void change(type, way, on)}
                      />
                    ) : (
                      <span>
                        <VisuallyHidden>{t('notifications_not_sent')}</VisuallyHidden>
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      {types.some(({ type, sent_by: sentBy }) => type === 'promotions' && sentBy.length > 0) && (
        <p className={styles.note}>{t('notifications_marketing_note')}</p>
      )}
      <p role="status" className={styles.saved}>
        {saved && t('common:saved')}
      </p>
    </>
  )
}

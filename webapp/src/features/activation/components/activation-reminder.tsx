import { MailCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../../api/types'
import { Notice } from '../../../ui'
import { SendAgainButton } from './send-again-button'

/** Says what is still missing until the address is confirmed. */
export function ActivationReminder({ user }: { user: User }) {
  const { t } = useTranslation('account')
  return (
    <Notice
      kind="warning"
      icon={<MailCheck size={22} aria-hidden="true" />}
      title={t('reminder_title')}
      actions={<SendAgainButton email={user.email} />}
    >
      {t('reminder_text', { email: user.email })}
    </Notice>
  )
}

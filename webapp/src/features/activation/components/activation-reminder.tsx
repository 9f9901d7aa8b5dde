import { MailCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '@/api/types'
import { Button, Dialog, DialogActions, Notice } from '@/ui'
import { isModalAsked, modalWasSeen } from '@/features/activation/model/reminder'
import { SendAgainButton } from './send-again-button'

interface Props {
  user: User
  /** Link to change a mistyped address. */
  change: ReactNode
}

/** Says what is still missing until the address is confirmed. */
export function ActivationReminder({ user, change }: Props) {
  const { t } = useTranslation(['account', 'signup', 'common'])
  const [asModal, setAsModal] = useState(isModalAsked)
  const facts = { email: user.email }
  if (asModal) {
    const close = () => {
      modalWasSeen()
      setAsModal(false)
    }
    return (
      <Dialog open onClose={close} title={t('reminder_title')}>
        <p>{t('reminder_text', facts)}</p>
        <p>{change}</p>
        <DialogActions>
          <SendAgainButton email={user.email} />
          <Button onClick={close}>{t('signup:reminder_later')}</Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Notice
      kind="warning"
      icon={<MailCheck size={22} aria-hidden="true" />}
      title={t('reminder_title')}
      actions={<SendAgainButton email={user.email} />}
    >
      {t('reminder_text', facts)} {change}
    </Notice>
  )
}

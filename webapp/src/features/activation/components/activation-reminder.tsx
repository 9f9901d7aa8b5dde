import { MailCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '@/api/types'
import { Button, Dialog, DialogActions } from '@/ui'
import { SlimNotice } from '@/ui/notices/slim-notice'
import { SendAgainButton } from './send-again-button'

interface Props {
  user: User
  /** Link to change a mistyped address. */
  change: ReactNode
}

/** Reminder until the address is confirmed; a press opens the details, nothing opens by itself. */
export function ActivationReminder({ user, change }: Props) {
  const { t } = useTranslation(['account', 'signup', 'push'])
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <SlimNotice
        kind="warning"
        icon={<MailCheck size={20} />}
        more={t('account:reminder_text', { email: user.email })}
        action={
          <Button kind="quiet" small aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {t('push:mail_look')}
          </Button>
        }
      >
        {t('account:reminder_title')}
      </SlimNotice>
      <Dialog open={open} onClose={close} title={t('account:reminder_title')}>
        <p>{t('account:reminder_text', { email: user.email })}</p>
        <p>{change}</p>
        <DialogActions>
          <SendAgainButton email={user.email} />
          <Button onClick={close}>{t('signup:reminder_later')}</Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

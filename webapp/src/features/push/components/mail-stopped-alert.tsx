import { MailX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, LinkButton, Notice } from '@/ui'
import { reasonOf } from '@/features/push/model/mail-reasons'
import { dismiss, isDismissed } from '@/features/push/model/dismissal'

const alert = 'mail-stopped-alert'

interface Props {
  memberId: string
  reason: string
  /** Where mail is turned on again. */
  to: string
}

/** Says that mail stopped, and why; put away, it comes back after a month. */
export function MailStoppedAlert({ memberId, reason, to }: Props) {
  const { t } = useTranslation('push')
  const [away, setAway] = useState(() => isDismissed(memberId, alert, Date.now()))
  if (away) return null
  const later = () => {
    dismiss(memberId, alert, Date.now())
    setAway(true)
  }
  return (
    <Notice
      kind="warning"
      icon={<MailX size={22} aria-hidden="true" />}
      title={t('mail_stopped')}
      actions={
        <>
          <LinkButton small to={to}>
            {t('mail_look')}
          </LinkButton>
          <Button kind="quiet" small onClick={later}>
            {t('later')}
          </Button>
        </>
      }
    >
      {t(`mail_${reasonOf(reason)}`)}
    </Notice>
  )
}

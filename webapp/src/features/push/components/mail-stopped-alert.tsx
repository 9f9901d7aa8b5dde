import { MailX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '@/ui'
import { SlimNotice } from '@/ui/notices/slim-notice'
import { reasonOf } from '@/features/push/model/mail-reasons'
import { dismiss } from '@/features/push/model/dismissal'

const alert = 'mail-stopped-alert'

interface Props {
  memberId: string
  reason: string
  /** Where mail is turned on again. */
  to: string
  onDismiss: () => void
}

/** Says that mail stopped, and why; put away, it comes back after a month. */
export function MailStoppedAlert({ memberId, reason, to, onDismiss }: Props) {
  const { t } = useTranslation('push')
  const later = () => {
    dismiss(memberId, alert, Date.now())
    onDismiss()
  }
  return (
    <SlimNotice
      kind="warning"
      icon={<MailX size={20} />}
      more={t(`mail_${reasonOf(reason)}`)}
      action={
        <LinkButton kind="quiet" small to={to}>
          {t('mail_look')}
        </LinkButton>
      }
      dismiss={{ label: t('later'), run: later }}
    >
      {t('mail_stopped')}
    </SlimNotice>
  )
}

import { BellRing } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui'
import { SlimNotice } from '@/ui/notices/slim-notice'
import { dismiss } from '@/features/push/model/dismissal'
import { usePush } from '@/features/push/model/use-push'
import { useTurn } from './use-turn'

const alert = 'push-alert'

interface Props {
  memberId: string
  onDismiss: () => void
}

/** Offers pushes where the browser can show them; put away, it comes back after a month. */
export function PushAlert({ memberId, onDismiss }: Props) {
  const { t } = useTranslation('push')
  const { publicKey } = usePush(memberId)
  const { busy, turn } = useTurn(memberId, publicKey)
  const later = () => {
    dismiss(memberId, alert, Date.now())
    onDismiss()
  }
  return (
    <SlimNotice
      icon={<BellRing size={20} />}
      more={t('alert_text')}
      action={
        <Button kind="quiet" small busy={busy} onClick={() => void turn(true)}>
          {t('turn_on')}
        </Button>
      }
      dismiss={{ label: t('later'), run: later }}
    >
      {t('alert_title')}
    </SlimNotice>
  )
}

import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Notice } from '@/ui'
import { dismiss, isDismissed } from '@/features/push/model/dismissal'
import { usePush } from '@/features/push/model/use-push'
import { useTurn } from './use-turn'

const alert = 'push-alert'

/** Offers pushes where the browser can show them; put away, it comes back after a month. */
export function PushAlert({ memberId }: { memberId: string }) {
  const { t } = useTranslation('push')
  const { status, publicKey } = usePush(memberId)
  const { busy, turn } = useTurn(memberId, publicKey)
  const [openedAt] = useState(() => Date.now())
  const [away, setAway] = useState(() => isDismissed(memberId, alert, openedAt))
  if (status !== 'capable' || away) return null
  const later = () => {
    dismiss(memberId, alert, Date.now())
    setAway(true)
  }
  return (
    <Notice
      icon={<BellRing size={22} aria-hidden="true" />}
      title={t('alert_title')}
      actions={
        <>
          <Button small busy={busy} onClick={() => void turn(true)}>
            {t('turn_on')}
          </Button>
          <Button kind="quiet" small onClick={later}>
            {t('later')}
          </Button>
        </>
      }
    >
      {t('alert_text')}
    </Notice>
  )
}

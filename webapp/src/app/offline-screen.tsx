import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countUnsent } from '../features/chat/api/outbox-store'
import { EmptyState, Page } from '../ui'

/** What a member's screen says when it is opened without a network. It goes on by itself once there is one. */
export function OfflineScreen() {
  const { t } = useTranslation()
  const [unsent, setUnsent] = useState(0)
  useEffect(() => {
    // Where the browser keeps nothing, there is nothing to say of messages.
    countUnsent().then(setUnsent, () => undefined)
  }, [])
  return (
    <Page>
      <EmptyState
        icon={<WifiOff size={28} />}
        title={t('offline_title')}
        text={
          <>
            {unsent > 0 && `${t('unsent', { count: unsent })} `}
            {t('offline_screen')}
          </>
        }
      />
    </Page>
  )
}

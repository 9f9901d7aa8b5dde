import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countUnsent } from '@/outbox/database'
import { EmptyState, LinkButton, Page } from '@/ui'
import { paths } from '@/paths'

interface Props {
  /** The conversations that were seen last are on this device. */
  remembers: boolean
}

/** Screen of a member without a network. It continues by itself once there is one. */
export function OfflineScreen({ remembers }: Props) {
  const { t } = useTranslation()
  const [unsent, setUnsent] = useState(0)
  useEffect(() => {
    // Without IndexedDB there are no unsent messages.
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
            {t(remembers ? 'offline_screen_remembers' : 'offline_screen')}
          </>
        }
        action={remembers && <LinkButton to={paths.chats}>{t('offline_to_chats')}</LinkButton>}
      />
    </Page>
  )
}

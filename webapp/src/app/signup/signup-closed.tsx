import { useTranslation } from 'react-i18next'
import type { Settings } from '@/api/types'
import { readInvite } from '@/tracking/invite'
import { useTracking, type Source } from '@/tracking/tracking'
import { EmptyState, LinkButton } from '@/ui'
import { paths } from '@/paths'

/** Whether a site whose sign-ups are for everyone, for visitors with a source or for the invited is open to this visitor. */
export function isOpenTo(signups: Settings['signups'] | undefined, source: Source | null): boolean {
  if (signups === undefined || signups === 'all' || readInvite()) return true
  return signups === 'with_trafficsource' && source !== null
}

export function useIsOpen(signups: Settings['signups'] | undefined): boolean {
  const tracking = useTracking()
  // Storage is read only where it is needed; the server has none.
  return signups === undefined || signups === 'all' || isOpenTo(signups, tracking.source())
}

export function SignupClosed({ site }: { site: string }) {
  const { t } = useTranslation('mydata')
  return (
    <EmptyState
      title={t('closed_title')}
      text={t('closed_text', { site })}
      action={<LinkButton to={paths.login}>{t('log_in')}</LinkButton>}
    />
  )
}

import { useTranslation } from 'react-i18next'
import type { Settings } from '@/api/types'
import { readInvite } from '@/tracking/invite'
import { readSource } from '@/tracking/tracking'
import { EmptyState, LinkButton } from '@/ui'
import { paths } from '@/paths'

/** Whether this site lets this visitor sign up: to all, to who comes from somewhere, or to the invited. */
export function isOpenTo(signups: Settings['signups'] | undefined): boolean {
  if (signups === undefined || signups === 'all' || readInvite()) return true
  return signups === 'with_trafficsource' && readSource() !== null
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

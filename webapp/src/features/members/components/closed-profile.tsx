import { ShieldBan, UserX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/paths'
import { isApiError } from '@/api/api-error'
import { useErrorText } from '@/api/use-error-text'
import { EmptyState, ErrorState, LinkButton, Page, PageTitle } from '@/ui'

/** Why a profile cannot be opened: its owner does not want it, it is not there, or something failed. */
export function ClosedProfile({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['members', 'common'])
  const errorText = useErrorText()
  const search = (
    <LinkButton kind="secondary" to={paths.members}>
      {t('common:nav_search')}
    </LinkButton>
  )
  if (isApiError(error, 'blocked')) {
    return (
      <Closed
        title={errorText(error)}
        text={t('members:blocked_text')}
        icon={<ShieldBan size={28} />}
        action={search}
      />
    )
  }
  // An address that holds no id is refused as invalid: nobody is there, too.
  if (isApiError(error, 'not_found') || isApiError(error, 'validation_failed')) {
    return (
      <Closed
        title={t('members:gone_title')}
        text={t('members:gone_text')}
        icon={<UserX size={28} />}
        action={search}
      />
    )
  }
  return (
    <Page>
      <PageTitle title={t('common:error_title')} hidden />
      <ErrorState error={error} onRetry={onRetry} />
    </Page>
  )
}

function Closed({ title, ...rest }: Parameters<typeof EmptyState>[0] & { title: string }) {
  return (
    <Page>
      <PageTitle title={title} hidden />
      <EmptyState title={title} {...rest} />
    </Page>
  )
}

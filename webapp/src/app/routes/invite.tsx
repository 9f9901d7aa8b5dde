import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import useSWRImmutable from 'swr/immutable'
import { useDates } from '@/i18n/use-dates'
import { isApiError } from '@/api/api-error'
import { findInvite } from '@/features/mydata/api/invites'
import { keepInvite, looksLikeInvite } from '@/tracking/invite'
import { ErrorState, Loading, Page, PageTitle } from '@/ui'
import { SignupLink } from '@/app/signup/signup-link'
import NotFound from './not-found'

/** `/{token}`: greets the invited visitor. Every other path of one segment is a page that does not exist. */
export default function InviteRoute() {
  const { t } = useTranslation('mydata')
  const { day } = useDates()
  const { token = '' } = useParams()
  const { data, error, mutate } = useSWRImmutable(looksLikeInvite(token) ? ['invite', token] : null, async () => {
    const invite = await findInvite(token)
    keepInvite(token)
    return invite
  })
  if (!looksLikeInvite(token) || isApiError(error, 'invite_invalid')) return <NotFound />
  if (!data)
    return (
      <Page width="reading">{error ? <ErrorState error={error} onRetry={() => void mutate()} /> : <Loading />}</Page>
    )
  const date = day(data.expires_at)
  return (
    <Page width="reading">
      <PageTitle title={t('invite_title', { name: data.name })} lead={t('invite_text', { date })} />
      <div>
        <SignupLink>{t('invite_action')}</SignupLink>
      </div>
    </Page>
  )
}

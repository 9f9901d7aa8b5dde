import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import useSWRImmutable from 'swr/immutable'
import { findInviterName } from '@/features/invitations/api/use-invitations'
import { keepInvitation } from '@/tracking/invitation'
import { Loading, Page, PageTitle } from '@/ui'
import { SignupLink } from '@/app/signup/signup-link'

/** `/i/{code}`: a member's link. The same page for every code, so that none can be tested. */
export default function InvitationRoute() {
  const { t } = useTranslation('mydata')
  const { code = '' } = useParams()
  const { data: name, error } = useSWRImmutable(['invitation', code], () => findInviterName(code))
  useEffect(() => keepInvitation(code), [code])
  if (name === undefined && !error) {
    return (
      <Page width="narrow">
        <Loading />
      </Page>
    )
  }
  return (
    <Page width="narrow">
      <PageTitle
        title={name ? t('invitation_title_named', { name }) : t('invitation_title')}
        lead={t('invitation_text')}
      />
      <div>
        <SignupLink>{t('invite_action')}</SignupLink>
      </div>
    </Page>
  )
}

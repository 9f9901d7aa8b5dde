import { Bell, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useUser } from '@/api/use-user'
import { MailStopped } from '@/features/push/components/mail-stopped'
import { ThisDevice } from '@/features/push/components/this-device'
import { resumeMail, useNotifications } from '@/features/settings/api/notifications'
import { DiscreetMails } from '@/features/settings/components/discreet-mails'
import { NotificationTable } from '@/features/settings/components/notification-table'
import { OneMailSwitch } from '@/features/settings/components/one-mail-switch'
import { SettingsLinks } from '@/features/settings/components/settings-links'
import { ErrorState, Loading, Page, PageTitle, Skeleton } from '@/ui'
import { MembersOnly } from '@/app/gates/members-only'
import { paths } from '@/paths'
import { SettingsPage } from '@/app/settings/settings-page'

/** All switches for members; by the link in a mail its own switch, without a login. */
export default function NotificationsRoute() {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token')
  if (token) return <OfOneMail key={token} token={token} />
  return (
    <MembersOnly>
      <AllNotifications />
    </MembersOnly>
  )
}

function AllNotifications() {
  const { t } = useTranslation(['account', 'settings'])
  const { user } = useUser()
  const { data, error, mutate } = useNotifications()
  return (
    <SettingsPage title={t('account:notifications_title')} lead={t('account:notifications_lead')}>
      {data?.mail_disabled && (
        <MailStopped
          reason={data.mail_disabled}
          onResume={async () => mutate(await resumeMail(), { revalidate: false })}
        />
      )}
      {user && <ThisDevice key={user.id} memberId={user.id} />}
      {data && <NotificationTable types={data.types} />}
      {data && <DiscreetMails on={data.discreet_mails} />}
      {!data && error && <ErrorState error={error} onRetry={() => void mutate()} />}
      {!data && !error && (
        <Loading>
          <Skeleton height="420px" />
        </Loading>
      )}
      <SettingsLinks
        links={[
          {
            to: paths.setting('delete'),
            icon: <Trash2 size={22} />,
            title: t('settings:delete'),
            text: t('settings:delete_text'),
            danger: true,
          },
        ]}
      />
    </SettingsPage>
  )
}

function OfOneMail({ token }: { token: string }) {
  const { t } = useTranslation('account')
  return (
    <Page width="reading">
      <PageTitle title={t('notifications_title')} lead={t('one_mail_lead')} />
      <OneMailSwitch token={token} />
      <SettingsLinks
        links={[
          { to: paths.notifications, icon: <Bell size={22} />, title: t('one_mail_all'), text: t('one_mail_all_text') },
        ]}
      />
    </Page>
  )
}

import { ContactRound, ShieldBan } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '@/api/use-settings'
import { usePrivacy } from '@/features/settings/api/privacy'
import { SettingsLinks } from '@/features/settings/components/settings-links'
import { WhoSeesMe } from '@/features/settings/components/who-sees-me'
import { ErrorState, Loading, Skeleton } from '@/ui'
import { paths } from '@/paths'
import { SettingsPage } from './settings-page'

export default function PrivacySettings() {
  const { t } = useTranslation('settings')
  const { settings } = useSettings()
  const { data, error, mutate } = usePrivacy()
  return (
    <SettingsPage title={t('privacy')} lead={t('privacy_text')}>
      {data && (
        <>
          <WhoSeesMe privacy={data} />
          <SettingsLinks
            links={[
              ...(settings?.privacy_switches.includes('contacts')
                ? [
                    {
                      to: paths.setting('contacts'),
                      icon: <ContactRound size={22} />,
                      title: t('contacts'),
                      text: t('contacts_text'),
                    },
                  ]
                : []),
              {
                to: paths.setting('blocked'),
                icon: <ShieldBan size={22} />,
                title: t('blocked'),
                text: t('blocked_count', { count: data.blocked_count }),
              },
            ]}
          />
        </>
      )}
      {!data && error && <ErrorState error={error} onRetry={() => void mutate()} />}
      {!data && !error && (
        <Loading>
          <Skeleton height="220px" />
        </Loading>
      )}
    </SettingsPage>
  )
}

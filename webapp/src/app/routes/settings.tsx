import { Bell, Globe, LogOut, ShieldBan, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useHref } from 'react-router'
import { DeleteAccount } from '../../features/settings/components/delete-account'
import { SettingsLinks } from '../../features/settings/components/settings-links'
import styles from '../../features/settings/components/settings.module.css'
import { wipeDevice } from '../../features/settings/model/wipe-device'
import { Button, Page, PageTitle } from '../../ui'
import { useLogout } from '../account-menu'
import { paths } from '../paths'

export default function SettingsRoute() {
  const { t } = useTranslation('account')
  const logout = useLogout()
  const farewell = useHref(paths.accountDeleted)

  const leave = async (until: string) => {
    await wipeDevice()
    window.location.assign(`${farewell}?until=${encodeURIComponent(until)}`)
  }

  return (
    <Page width="reading">
      <PageTitle title={t('settings_title')} />
      <SettingsLinks
        links={[
          { to: paths.profile, icon: <UserRound size={22} />, title: t('settings_profile'), text: t('settings_profile_text') },
          { to: paths.notifications, icon: <Bell size={22} />, title: t('settings_notifications'), text: t('settings_notifications_text') },
          { to: paths.blocked, icon: <ShieldBan size={22} />, title: t('settings_blocked'), text: t('settings_blocked_text') },
          { to: paths.languages, icon: <Globe size={22} />, title: t('settings_language'), text: t('settings_language_text') },
        ]}
      />
      <div className={styles.end}>
        <Button kind="secondary" icon={<LogOut size={20} aria-hidden="true" />} onClick={() => void logout()}>
          {t('settings_logout')}
        </Button>
        <DeleteAccount onDeleted={leave} />
      </div>
      <p className={styles.quiet}>{t('settings_delete_text')}</p>
    </Page>
  )
}

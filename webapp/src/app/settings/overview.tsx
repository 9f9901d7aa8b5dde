import { LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, Page, PageTitle } from '@/ui'
import { useLogout } from '@/app/shell/member/account-menu'
import { SettingsGroups } from './settings-groups'
import styles from './settings-page.module.css'

export default function SettingsOverview() {
  const { t } = useTranslation('settings')
  const logout = useLogout()
  return (
    <Page width="content">
      <PageTitle title={t('title')} />
      <div className={styles.overview}>
        <SettingsGroups />
      </div>
      <div>
        <Button kind="secondary" icon={<LogOut size={20} aria-hidden="true" />} onClick={() => void logout()}>
          {t('logout')}
        </Button>
      </div>
    </Page>
  )
}

import { useTranslation } from 'react-i18next'
import { useHref } from 'react-router'
import { DeleteAccount } from '../../features/settings/components/delete-account'
import { wipeDevice } from '../../features/settings/model/wipe-device'
import { paths } from '../paths'
import { SettingsPage } from './settings-page'

export default function DeleteSettings() {
  const { t } = useTranslation('settings')
  const farewell = useHref(paths.accountDeleted)

  const leave = async (until: string) => {
    await wipeDevice()
    window.location.assign(`${farewell}?until=${encodeURIComponent(until)}`)
  }

  return (
    <SettingsPage title={t('delete')} lead={t('delete_text')}>
      <DeleteAccount onDeleted={leave} />
    </SettingsPage>
  )
}

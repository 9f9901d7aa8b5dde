import { useTranslation } from 'react-i18next'
import { useHref } from 'react-router'
import { useCompany } from '@/api/use-settings'
import { useUser } from '@/api/use-user'
import { DeleteAccount } from '@/features/settings/components/delete-account'
import { RetentionOffer } from '@/features/settings/components/retention-offer'
import { wipeDevice } from '@/features/settings/model/wipe-device'
import { paths } from '@/paths'
import { SettingsPage } from './settings-page'

export default function DeleteSettings() {
  const { t } = useTranslation('settings')
  const farewell = useHref(paths.accountDeleted)
  const { user } = useUser()
  const company = useCompany()

  const leave = async (until: string) => {
    await wipeDevice()
    window.location.assign(`${farewell}?until=${encodeURIComponent(until)}`)
  }

  return (
    <SettingsPage title={t('delete')} lead={t('delete_text')}>
      <DeleteAccount
        onDeleted={leave}
        offer={company && user && <RetentionOffer memberId={user.id} hasDiscount={company.delete_discount} />}
      />
    </SettingsPage>
  )
}

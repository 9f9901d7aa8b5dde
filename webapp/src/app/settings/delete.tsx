import { useTranslation } from 'react-i18next'
import { useHref } from 'react-router'
import { useCompany } from '@/api/use-settings'
import { useUser } from '@/api/use-user'
import { useRetentionOffer } from '@/features/settings/api/use-retention-offer'
import { DeleteAccount } from '@/features/settings/components/delete-account'
import { wipeDevice } from '@/features/settings/model/wipe-device'
import { LinkButton, Notice } from '@/ui'
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
        offer={company?.delete_discount && user && !user.paid_user && <RetentionOffer memberId={user.id} />}
      />
    </SettingsPage>
  )
}

function RetentionOffer({ memberId }: { memberId: string }) {
  const { t } = useTranslation('mydata')
  const percent = useRetentionOffer(memberId)
  if (percent === null) return null
  return (
    <Notice
      title={t('offer_title')}
      actions={<LinkButton to={paths.credits}>{t('offer_take', { percent })}</LinkButton>}
    >
      {t('offer_text', { percent })}
    </Notice>
  )
}

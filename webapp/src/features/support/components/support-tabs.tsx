import { useTranslation } from 'react-i18next'
import { paths } from '@/paths'
import { Tabs } from '@/ui'

/** The two parts of the support desk. */
export function SupportTabs() {
  const { t } = useTranslation('support')
  return (
    <Tabs
      label={t('title')}
      tabs={[
        { to: paths.support(), label: t('find') },
        { to: paths.supportInbox(), label: t('inbox') },
      ]}
    />
  )
}

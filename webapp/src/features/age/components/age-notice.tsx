import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '@/ui'
import { SlimNotice } from '@/ui/notices/slim-notice'

/** Says that nobody sees the member until they have confirmed their age. */
export function AgeNotice({ to }: { to: string }) {
  const { t } = useTranslation('age')
  return (
    <SlimNotice
      kind="warning"
      icon={<ShieldCheck size={20} />}
      action={
        <LinkButton kind="quiet" small to={to}>
          {t('notice_action')}
        </LinkButton>
      }
    >
      {t('notice')}
    </SlimNotice>
  )
}

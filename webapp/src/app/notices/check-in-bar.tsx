import { HeartPulse } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useQuestion } from '@/features/safety/api/check-ins'
import { useSettings } from '@/api/use-settings'
import { useDates } from '@/i18n/use-dates'
import { LinkButton } from '@/ui'
import { SlimNotice } from '@/ui/notices/slim-notice'
import { paths } from '@/paths'

/** On every screen while a member is asked whether they are all right after a date. */
export default function CheckInBar() {
  const { t } = useTranslation('safety')
  const { timeOfDay } = useDates()
  const { settings } = useSettings()
  const plan = useQuestion(settings?.date_plans === true)
  const isThere = useLocation().pathname.endsWith(paths.datePlan())
  if (!plan?.check_in?.tell_at || isThere) return null
  const { name, tell_at } = plan.check_in
  return (
    <section role="alert">
      <SlimNotice
        icon={<HeartPulse size={20} />}
        more={t('check_asked_text', { name, time: timeOfDay(tell_at) })}
        action={
          <LinkButton small to={paths.datePlan()}>
            {t('check_answer')}
          </LinkButton>
        }
      >
        {t('check_asked_title')}
      </SlimNotice>
    </section>
  )
}

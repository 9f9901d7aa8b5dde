import { HeartPulse } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { DatePlan } from '@/api/types'
import { useOpenQuestion } from '@/features/safety/api/check-ins'
import { useTellFine } from '@/features/safety/components/use-tell-fine'
import { useSettings } from '@/api/use-settings'
import { useDates } from '@/i18n/use-dates'
import { Button, LinkButton } from '@/ui'
import { SlimNotice } from '@/ui/notices/slim-notice'
import { paths } from '@/paths'

/** On every screen while a member is asked whether they are all right after a date, or their person worries. */
export default function CheckInBar() {
  const { settings } = useSettings()
  const plan = useOpenQuestion(settings?.date_plans === true)
  const isThere = useLocation().pathname.endsWith(paths.datePlan())
  if (!plan?.check_in || isThere) return null
  return (
    <section role="alert">
      {plan.check_in.tell_at ? (
        <SafetyQuestion name={plan.check_in.name} tellAt={plan.check_in.tell_at} />
      ) : (
        <Told key={plan.id} plan={plan} name={plan.check_in.name} />
      )}
    </section>
  )
}

function SafetyQuestion({ name, tellAt }: { name: string; tellAt: string }) {
  const { t } = useTranslation('safety')
  const { timeOfDay } = useDates()
  return (
    <SlimNotice
      icon={<HeartPulse size={20} />}
      more={t('check_asked_text', { name, time: timeOfDay(tellAt) })}
      action={
        <LinkButton small to={paths.datePlan()}>
          {t('check_answer')}
        </LinkButton>
      }
    >
      {t('check_asked_title')}
    </SlimNotice>
  )
}

/** The person was told. One press has them know that all is well; closed, it stays on the page of the plan. */
function Told({ plan, name }: { plan: DatePlan; name: string }) {
  const { t } = useTranslation(['safety', 'common'])
  const { busy, tell } = useTellFine(plan.id, name)
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  return (
    <SlimNotice
      icon={<HeartPulse size={20} />}
      action={
        <Button small busy={busy} onClick={() => void tell()}>
          {t('check_fine')}
        </Button>
      }
      dismiss={{ label: t('common:close'), run: () => setClosed(true) }}
    >
      {t('check_told_title', { name })}
    </SlimNotice>
  )
}

import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import type { UncasedLooks as Looks } from '@/api/types'
import { useDates } from '@/i18n/use-dates'
import { Button, EmptyState, useToast } from '@/ui'
import { markLooks, useUncasedLooks } from '@/features/staff/api/desk'
import { Loaded } from './on-request'
import styles from './staff.module.css'

/** Profiles opened and conversations read without a case, by week: a colleague looks through them. */
export function UncasedLooks() {
  const { t } = useTranslation('staff')
  const answer = useUncasedLooks()
  return (
    <Loaded answer={answer}>
      {({ looks }) =>
        looks.length === 0 ? (
          <EmptyState icon={<Check size={28} />} title={t('reads_empty')} />
        ) : (
          <>
            <p className={styles.lead}>{t('reads_lead')}</p>
            {[...new Set(looks.map(({ week }) => week))].map((week) => (
              <Week
                key={week}
                week={week}
                looks={looks.filter((look) => look.week === week)}
                onDone={() => void answer.mutate()}
              />
            ))}
          </>
        )
      }
    </Loaded>
  )
}

interface WeekProps {
  week: string
  looks: Looks['looks']
  onDone: () => void
}

function Week({ week, looks, onDone }: WeekProps) {
  const { t } = useTranslation('staff')
  const { day, moment } = useDates()
  const showToast = useToast()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const mark = async () => {
    setBusy(true)
    try {
      await markLooks(looks.map(({ id }) => id))
      onDone()
    } catch (failure) {
      showToast({ text: errorText(failure), kind: 'danger' })
    }
    setBusy(false)
  }
  return (
    <section>
      <h3>{t('reads_week', { day: day(week) })}</h3>
      <ul className={styles.log}>
        {looks.map((look) => (
          <li key={look.id}>
            <strong>{look.actor_name ?? '–'}</strong>{' '}
            {t(look.action === 'open_member' ? 'reads_opened' : 'reads_read', { name: look.member_name ?? '–' })}{' '}
            <span className={styles.quiet}>{moment(look.at)}</span>
            <p className={styles.words}>{look.reason}</p>
          </li>
        ))}
      </ul>
      <Button kind="secondary" busy={busy} onClick={() => void mark()}>
        {t('reads_done')}
      </Button>
    </section>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDuration } from '@/i18n/use-duration'
import { Select } from '@/ui'
import { useDeskNumbers } from '@/features/staff/api/desk'
import { Loaded } from './on-request'
import styles from './staff.module.css'

const spans = [7, 30, 90, 365] as const
/** With fewer decisions made twice, the share of those that agree says little. */
const fewest = 20

/** Decisions, median time, undone and overturned decisions of each person, and how often a second one agreed. */
export function DeskNumbers() {
  const { t, i18n } = useTranslation('staff')
  const duration = useDuration()
  const [days, setDays] = useState(30)
  const answer = useDeskNumbers(days)
  const written = (value: number, unit?: 'day') =>
    value.toLocaleString(i18n.language, {
      maximumFractionDigits: 1,
      ...(unit && { style: 'unit', unit, unitDisplay: 'long' }),
    })
  const agreement = (agreed: number, reviewed: number) => {
    if (reviewed === 0) return '–'
    const count = `${written(agreed)}/${written(reviewed)}`
    if (reviewed < fewest) return `${count} (${t('numbers_few')})`
    return `${(agreed / reviewed).toLocaleString(i18n.language, { style: 'percent' })} (${count})`
  }
  return (
    <section>
      <h3>{t('numbers')}</h3>
      <Select label={t('numbers_days')} value={days} onChange={(event) => setDays(Number(event.target.value))}>
        {spans.map((span) => (
          <option key={span} value={span}>
            {written(span, 'day')}
          </option>
        ))}
      </Select>
      <Loaded answer={answer}>
        {({ people, lead = true }) => (
          <>
            {!lead && <p className={styles.quiet}>{t('numbers_own')}</p>}
            <ul className={styles.log}>
              {people.length === 0 && <li className={styles.quiet}>{t('numbers_none')}</li>}
              {people.map((one) => (
                <li key={one.actor_id}>
                  <strong>{one.name ?? '–'}</strong>
                  <dl className={styles.figures}>
                    {(
                      [
                        ['numbers_decided', written(one.decided)],
                        ['numbers_median', one.median_seconds === null ? '–' : duration(one.median_seconds / 3600)],
                        ['numbers_undone', written(one.undone)],
                        ['numbers_overturned', written(one.overturned)],
                        ['numbers_agreed', agreement(one.agreed ?? 0, one.reviewed ?? 0)],
                      ] as const
                    ).map(([name, value]) => (
                      <div key={name}>
                        <dt>{t(name)}</dt>
                        <dd>{value}</dd>
                      </div>
                    ))}
                  </dl>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  )
}

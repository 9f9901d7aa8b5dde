import { useTranslation } from 'react-i18next'

/** Measures whose name for the member speaks to them: desks have words of their own. */
const addressed = [
  'hide',
  'hold_text',
  'review',
  'suspend',
  'suspend_reports',
  'warn_reporter',
  'verify',
  'refuse_verification',
  'ask_verification',
] as const

type Addressed = (typeof addressed)[number]

/** The name of a measure for a desk, whose screen has the texts of staff and of complaints. */
export function useMeasureName() {
  const { t } = useTranslation(['staff', 'complaints'])
  return (measure: string) =>
    addressed.includes(measure as Addressed)
      ? t(`staff:done_${measure as Addressed}`)
      : t(`complaints:measure_${measure as 'warn'}`)
}

import { useTranslation } from 'react-i18next'
import type { OwnDecision } from '@/api/types'
import { useMinAge } from '@/api/use-settings'
import { useDates } from '@/i18n/use-dates'
import styles from './decision-facts.module.css'

const lasting: readonly string[] = ['hide', 'suspend', 'suspend_reports']

/** The statement of reasons of a decision, as pairs of a label and its text. */
export function DecisionFacts({ decision }: { decision: OwnDecision }) {
  const { t } = useTranslation(['complaints', 'photos'])
  const { day } = useDates()
  const minAge = useMinAge()
  const { measure, reason, template, ground, until, detection } = decision
  const sentence = (key: string) => t(key as 'complaints:reason_other', { min_age: minAge })
  const lasts = until ? t('complaints:until', { day: day(until) }) : t('complaints:duration_open')
  const facts: Record<string, (string | null | undefined)[]> = {
    reason: [reason && sentence(`${measure === 'reject_photo' ? 'photos' : 'complaints'}:reason_${reason}`)],
    facts: [
      measure === 'review' && reason === 'minor' ? sentence('complaints:review_text') : null,
      template && sentence(`complaints:template_${template}`),
      decision.facts,
    ],
    ground: [ground && t(`complaints:ground_${ground}`)],
    detection: [detection && t(`complaints:detection_${detection}`)],
    by: [t(decision.automated ? 'complaints:by_rule' : 'complaints:by_person')],
    duration: [
      until || lasting.includes(measure) ? lasts : null,
      decision.provisional ? t(until ? 'complaints:provisional' : 'complaints:provisional_photo') : null,
    ],
  }
  return (
    <div className={styles.box}>
      <dl className={styles.facts}>
        {Object.entries(facts).map(([name, texts]) => {
          const shown = texts.filter(Boolean)
          return (
            shown.length > 0 && (
              <div key={name}>
                <dt>{t(`complaints:label_${name}` as 'complaints:label_facts')}</dt>
                {shown.map((text) => (
                  <dd key={text}>{text}</dd>
                ))}
              </div>
            )
          )
        })}
      </dl>
    </div>
  )
}

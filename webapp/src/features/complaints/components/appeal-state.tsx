import { useTranslation } from 'react-i18next'
import type { OwnDecision } from '@/api/types'
import { useMinAge } from '@/api/use-settings'
import styles from './complaints.module.css'

/** The state of the appeal against a decision, and the reasons of its answer. */
export function AppealState({ decision: { appeal, answer } }: { decision: OwnDecision }) {
  const { t } = useTranslation('complaints')
  const minAge = useMinAge()
  return (
    <>
      {appeal && <p>{t(`appeal_${appeal}`)}</p>}
      {answer?.template && <p>{t(`template_${answer.template}`, { min_age: minAge })}</p>}
      {answer?.facts && <p className={styles.words}>{answer.facts}</p>}
    </>
  )
}

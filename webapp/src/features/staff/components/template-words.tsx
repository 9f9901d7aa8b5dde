import { useTranslation } from 'react-i18next'
import type { WaitingDecision } from '@/api/types'
import { useMinAge } from '@/api/use-settings'
import styles from './staff.module.css'

/** The sentence of a template of reasons, in the language of the desk. */
export function TemplateWords({ template }: { template: NonNullable<WaitingDecision['template']> }) {
  const { t } = useTranslation('complaints')
  const minAge = useMinAge()
  return <p className={styles.words}>{t(`template_${template}`, { min_age: minAge })}</p>
}

import { useTranslation } from 'react-i18next'
import type { OpinionAnswer } from '@/api/types'
import { useMeasureName } from '@/decisions/use-measure-name'
import { TemplateWords } from './template-words'
import staffStyles from './staff.module.css'

/** Two decisions about one case of the quality sample, without the names of those who made them. */
export function Opinions({ opinions, isPhoto }: { opinions: OpinionAnswer['opinions']; isPhoto: boolean }) {
  const { t } = useTranslation(['staff', 'complaints', 'photos'])
  const measureName = useMeasureName()
  const nameOf = (measure: string) =>
    isPhoto ? t(`complaints:measure_${measure as 'reject'}_photo`) : measureName(measure)
  const { first_reason: reason } = opinions
  return (
    <dl className={staffStyles.figures}>
      <div>
        <dt>{t('staff:quality_first')}</dt>
        <dd>
          {[
            nameOf(opinions.first),
            reason && t(isPhoto ? `photos:reason_${reason as 'nudity'}` : `complaints:reason_${reason as 'other'}`),
          ]
            .filter(Boolean)
            .join(' · ')}
          {opinions.first_template && <TemplateWords template={opinions.first_template} />}
          {opinions.first_facts && <p className={staffStyles.words}>{opinions.first_facts}</p>}
        </dd>
      </div>
      <div>
        <dt>{t('staff:quality_second')}</dt>
        <dd>{nameOf(opinions.second)}</dd>
      </div>
    </dl>
  )
}

import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState, ErrorState, Loading, Skeleton } from '@/ui'
import styles from '@/features/marketing/pages/pages.module.css'
import { ExperimentResult } from './experiment-result'
import { StartForm } from './start-form'
import { useExperiments } from './use-experiments'

export function ExperimentsScreen() {
  const { t } = useTranslation('landing')
  const { data, error, mutate } = useExperiments()
  if (!data && error) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!data)
    return (
      <Loading>
        <Skeleton height="320px" />
      </Loading>
    )
  return (
    <div className={styles.wide}>
      {data.experiments.length === 0 && (
        <EmptyState icon={<FlaskConical size={28} />} title={t('exp_empty')} text={t('exp_empty_text')} />
      )}
      <StartForm />
      <ul className={styles.list}>
        {data.experiments.map((experiment) => (
          <li key={experiment.id}>
            <ExperimentResult experiment={experiment} />
          </li>
        ))}
      </ul>
    </div>
  )
}

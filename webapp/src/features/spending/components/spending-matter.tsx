import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import { ErrorState, Loading, Skeleton } from '@/ui'
import { useSpending } from '@/features/spending/api/use-spending'
import { LimitsForm } from './limits-form'
import { PauseForm } from './pause-form'
import { SpendingSums } from './spending-sums'

export function SpendingMatter() {
  const { t } = useTranslation('spending')
  const { spending, error, retry, change } = useSpending()
  if (!spending && error) return <ErrorState error={error} onRetry={retry} />
  if (!spending) {
    return (
      <Loading>
        <Skeleton height="140px" />
        <Skeleton height="260px" />
      </Loading>
    )
  }
  return (
    <>
      <SpendingSums spending={spending} />
      <p>
        <Link to={paths.transactions}>{t('see_all')}</Link>
      </p>
      <LimitsForm spending={spending} change={change} />
      <PauseForm spending={spending} change={change} />
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { paths } from '@/paths'
import { ErrorState, Loading, Skeleton } from '@/ui'
import { usePostbacks } from '@/features/marketing/api/postbacks'
import styles from '@/features/marketing/sources/sources.module.css'
import { PostbackLog } from './postback-log'
import { PostbackTests } from './postback-tests'
import { TermsForm } from './terms-form'

/** The reports to one network about its visitors: templates, tests, and the log of tries. */
export function PostbacksScreen() {
  const { t } = useTranslation('marketing')
  const { network = '' } = useParams()
  const { data, error, mutate } = usePostbacks(network)
  if (!data && error) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!data)
    return (
      <Loading>
        <Skeleton height="320px" />
      </Loading>
    )
  return (
    <div className={styles.sources}>
      <header className={styles.form}>
        <Link to={paths.marketing('sources')}>{t('networks_all')}</Link>
        <h2>{t('postbacks_of', { network })}</h2>
        <p className={styles.quiet}>{t('postbacks_text')}</p>
      </header>
      <TermsForm key={network} network={network} terms={data} />
      <PostbackTests network={network} postbacks={data} />
      <PostbackLog network={network} log={data.log} />
    </div>
  )
}

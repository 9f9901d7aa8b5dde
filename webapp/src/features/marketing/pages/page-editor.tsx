import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { isApiError } from '@/api/api-error'
import { useDeskId } from '@/api/use-user'
import { ErrorState, Loading, Skeleton } from '@/ui'
import { paths } from '@/paths'
import { DocumentForm } from './document-form'
import { emptyDocument } from './model'
import { useDeskPage, usePages } from './use-pages'
import { VersionList } from './version-list'
import styles from './pages.module.css'

/** One page: its newest version to change, and all versions to publish or to go back to. */
export function PageEditor() {
  const { t } = useTranslation('landing')
  const { slug = '' } = useParams()
  const { data, error, mutate } = useDeskPage(slug)
  const { data: site } = usePages()
  const memberId = useDeskId()
  const isNew = isApiError(error, 'not_found')
  if (!data && error && !isNew) return <ErrorState error={error} onRetry={() => void mutate()} />
  if ((!data && !isNew) || !site || !memberId)
    return (
      <Loading>
        <Skeleton height="320px" />
      </Loading>
    )
  const newest = data?.versions[0]
  return (
    <div className={styles.wide}>
      <p>
        <Link to={paths.marketing('pages')}>{t('pages_all')}</Link>
      </p>
      <h2>
        {slug} <span className={styles.quiet}>{t(`state_${data?.state ?? 'draft'}`)}</span>
      </h2>
      <DocumentForm
        key={newest?.number ?? 0}
        memberId={memberId}
        slug={slug}
        base={newest?.number ?? 0}
        initial={newest?.document ?? emptyDocument}
        languages={site.locales}
      />
      {data && data.state !== 'built_in' && <VersionList page={data} />}
    </div>
  )
}

import { Waypoints } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, EmptyState, ErrorState, Loading, Skeleton } from '@/ui'
import { useLinks } from '@/features/marketing/api/links'
import { LinkCard } from './link-card'
import { LinkForm } from './link-form'
import styles from './links.module.css'

/** The smart links of the site: one address each, which leads to several pages by rules. */
export function LinksScreen() {
  const { t } = useTranslation('marketing')
  const { data, error, mutate } = useLinks()
  const [isMaking, setMaking] = useState(false)
  if (!data && error) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!data)
    return (
      <Loading>
        <Skeleton height="220px" />
      </Loading>
    )
  return (
    <div className={styles.links}>
      {data.links.length === 0 && !isMaking && (
        <EmptyState icon={<Waypoints size={28} />} title={t('links_empty')} text={t('links_empty_text')} />
      )}
      {isMaking ? (
        <LinkForm link={null} choices={data} onDone={() => setMaking(false)} />
      ) : (
        <div className={styles.actions}>
          <Button onClick={() => setMaking(true)}>{t('link_make')}</Button>
        </div>
      )}
      {data.links.length > 0 && (
        <ul className={styles.cards} aria-label={t('links')}>
          {data.links.map((link) => (
            <li key={link.name}>
              <LinkCard link={link} choices={data} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

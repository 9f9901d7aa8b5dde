import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FictionalLabel } from '@/people/fictional-label'
import { paths } from '@/paths'
import type { Gender, VisitorCard } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import { countryName } from '@/i18n/country-name'
import { Button, Chip, ChipRow, ErrorState, Mark, Notice, Page, PageTitle, PhotoGrid } from '@/ui'
import { useThumbhash } from '@/ui/photos/thumbhash'
import { useVisitorSearch } from '@/features/members/api/visitor-search'
import frame from '@/ui/photos/people-frame.module.css'
import { ResultsSkeleton } from './results'
import { useFound } from './use-found'
import styles from './visitor-search.module.css'

interface Props {
  source: { network: string | null; ref: string | null }
  /** The way in, as a link. */
  signUp: ReactNode
}

const genders: (Gender | null)[] = [null, 'female', 'male']

/** The search of a visitor: blurred people and the sign-up. */
export function VisitorSearch({ source, signUp }: Props) {
  const { t, i18n } = useTranslation(['members', 'common'])
  const { settings } = useSettings()
  const country = settings?.geoip_selected_country ?? null
  const found = useFound()
  const [gender, setGender] = useState<Gender | null>(null)
  const search = useVisitorSearch({ gender, country, ...source })
  const words = (each: Gender | null) =>
    each === 'female' ? t('common:women') : each === 'male' ? t('common:men') : t('members:everyone')
  return (
    <Page className={frame.page}>
      <PageTitle
        className={frame.head}
        title={t('members:people_country', { place: country ? countryName(country, i18n.language) : '' })}
        lead={<span role="status">{search.count ? found(search.count) : ' '}</span>}
      />
      <div className={frame.bar}>
        <ChipRow label={t('members:filters')}>
          {genders.map((each) => (
            <Chip key={each ?? 'all'} pressed={gender === each} onClick={() => setGender(each)}>
              {words(each)}
            </Chip>
          ))}
        </ChipRow>
      </div>
      {search.error ? (
        <ErrorState error={search.error} onRetry={search.retry} />
      ) : search.isLoading ? (
        <ResultsSkeleton />
      ) : (
        <>
          <PhotoGrid label={t('members:results')}>
            {search.members.map((card) => (
              <li key={card.id}>
                <Someone card={card} />
              </li>
            ))}
          </PhotoGrid>
          <Notice actions={signUp}>{t('members:visitor_lead')}</Notice>
          {search.hasMore && (
            <Button kind="secondary" busy={search.isLoadingMore} onClick={search.loadMore}>
              {t('members:more')}
            </Button>
          )}
        </>
      )}
    </Page>
  )
}

function Someone({ card }: { card: VisitorCard }) {
  const { t } = useTranslation()
  const blur = useThumbhash(card.thumbhash)
  return (
    <article className={styles.card} style={blur ? { backgroundImage: `url(${blur})` } : undefined}>
      <p className={styles.caption}>
        {card.fictional && (
          <Mark kind="notice">
            <FictionalLabel />
          </Mark>
        )}
        {card.demonstration && <Mark>{t('badge_demonstration')}</Mark>}
        <Link to={paths.memberSignup(card.id)}>{t('name_age', { name: card.name, age: card.age })}</Link>
        <span>{card.region_name}</span>
      </p>
    </article>
  )
}

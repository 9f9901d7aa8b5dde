import { useTranslation } from 'react-i18next'
import useSWRImmutable from 'swr/immutable'
import { address, api } from '@/api/client'
import type { SearchResults } from '@/api/types'
import { CardMenu } from '@/features/members/components/card-menu'
import { useFoundFacts } from '@/features/members/components/use-found-facts'
import { MemberCard } from '@/people/member-card'
import { classes, EmptyState, ErrorState, LinkButton, Loading, Page, PageTitle, PhotoGrid, Skeleton } from '@/ui'
import frame from '@/ui/photos/people-frame.module.css'
import { paths } from '@/paths'
import styles from './signup-matches.module.css'

const shown = 8
const query = { radius: 'auto', order: 'near', limit: shown }

/** Right after the sign-up: a few mutual suggestions. */
export default function SignupMatchesRoute() {
  const { t } = useTranslation('signup')
  const factsOf = useFoundFacts()
  const { data, error, mutate } = useSWRImmutable<SearchResults>(address('search.php', query), () =>
    api.get<SearchResults>('search.php', query),
  )
  return (
    <Page width="wide" className={frame.page}>
      <PageTitle className={classes(frame.head, styles.head)} title={t('matches_title')} lead={t('matches_lead')} />
      {!data && Boolean(error) && <ErrorState error={error} onRetry={() => void mutate()} />}
      {!data && !error && (
        <Loading>
          <PhotoGrid>
            {Array.from({ length: shown }, (_, place) => (
              <li key={place}>
                <Skeleton className={styles.card} />
              </li>
            ))}
          </PhotoGrid>
        </Loading>
      )}
      {data && data.profiles.length === 0 && (
        <EmptyState title={t('matches_empty_title')} text={t('matches_empty_text')} />
      )}
      {data && data.profiles.length > 0 && (
        <PhotoGrid label={t('matches_title')}>
          {data.profiles.map((card, place) => (
            <li key={card.id}>
              <MemberCard card={card} place={place} facts={factsOf(card, 'near')} action={<CardMenu card={card} />} />
            </li>
          ))}
        </PhotoGrid>
      )}
      <div className={styles.all}>
        <LinkButton to={paths.members}>{t('matches_all')}</LinkButton>
      </div>
    </Page>
  )
}

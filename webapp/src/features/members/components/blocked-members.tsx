import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Card } from '@/api/types'
import { Avatar, Button, EmptyState, ErrorState, Loading, Skeleton } from '@/ui'
import { useBlocked } from '@/features/members/api/use-blocked'
import styles from './blocked-members.module.css'
import { MaybeBlocked } from './maybe-blocked'
import { useBlocking } from './use-blocking'

/** The blocked members, each with a button to unblock. */
export function BlockedMembers() {
  const { t } = useTranslation('members')
  const { data, error, mutate } = useBlocked()
  if (!data && error) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!data) {
    return (
      <Loading>
        <Skeleton height="68px" />
      </Loading>
    )
  }
  if (data.profiles.length === 0) {
    return (
      <EmptyState
        icon={<ShieldCheck size={28} />}
        title={t('blocked_list_empty_title')}
        text={t('blocked_list_empty_text')}
      />
    )
  }
  return (
    <>
      {data.suspected.map(({ profile }) => (
        <MaybeBlocked key={profile.id} who={profile} />
      ))}
      <ul className={styles.list}>
        {data.profiles.map((card) => (
          <li key={card.id}>
            <BlockedMember card={card} />
          </li>
        ))}
      </ul>
    </>
  )
}

function BlockedMember({ card }: { card: Card }) {
  const { t } = useTranslation(['members', 'common'])
  const { busy, unblock } = useBlocking(card, true)
  return (
    <div className={styles.row}>
      <Avatar photo={card.main_image} name={card.name} />
      <span className={styles.name}>{t('common:name_age', { name: card.name, age: card.age })}</span>
      <Button
        kind="secondary"
        small
        busy={busy}
        aria-label={t('members:unblock', { name: card.name })}
        onClick={unblock}
      >
        {t('members:unblock_short')}
      </Button>
    </div>
  )
}

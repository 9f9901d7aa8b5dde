import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Card } from '@/api/types'
import { MemberCard } from '@/people/member-card'
import { PhotoGrid } from '@/ui'
import { useRelated } from '@/features/members/api/use-related'
import styles from './related-members.module.css'

interface Props {
  card: Card
  action: (card: Card) => ReactNode
}

/** Others who are much like this member. Nothing stands here while there is nobody. */
export function RelatedMembers({ card, action }: Props) {
  const { t } = useTranslation('members')
  const { data = [] } = useRelated(card.id)
  if (data.length === 0) return null
  return (
    <section className={styles.related}>
      <h2>{t('related_title', { name: card.name })}</h2>
      <PhotoGrid label={t('related_title', { name: card.name })}>
        {data.map((other) => (
          <li key={other.id}>
            <MemberCard card={other} action={action(other)} />
          </li>
        ))}
      </PhotoGrid>
    </section>
  )
}

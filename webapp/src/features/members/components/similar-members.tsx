import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Card } from '@/api/types'
import { MemberCard } from '@/people/member-card'
import { PhotoGrid } from '@/ui'
import styles from './results.module.css'

interface Props {
  members: Card[]
  action: (card: Card) => ReactNode
}

/** Others who fit nearly, under a title of their own, apart from the exact results. */
export function SimilarMembers({ members, action }: Props) {
  const { t } = useTranslation('members')
  if (members.length === 0) return null
  return (
    <section className={styles.similar}>
      <h2>{t('similar_title')}</h2>
      <p>{t('similar_text')}</p>
      <PhotoGrid label={t('similar_title')}>
        {members.map((card) => (
          <li key={card.id}>
            <MemberCard card={card} action={action(card)} />
          </li>
        ))}
      </PhotoGrid>
    </section>
  )
}

import { Heart, X } from 'lucide-react'
import type { HTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeckCard } from '@/features/swipe/model/game'
import { MemberMarks } from '@/people/member-card'
import { classes, Photo } from '@/ui'
import styles from './swipe.module.css'

interface Props extends HTMLAttributes<HTMLElement> {
  card: DeckCard
  /** 0 is on top, 1 and 2 lie below; `liked` and `passed` are on their way out. */
  place: 0 | 1 | 2 | 'liked' | 'passed'
}

const sizes = '(min-width: 1200px) 600px, (min-width: 576px) 440px, 100vw'

export function SwipeCard({ card, place, ...handlers }: Props) {
  const { t } = useTranslation(['swipe', 'common'])
  const isTop = place === 0
  return (
    <article
      {...handlers}
      className={classes(styles.card, styles[`place-${place}`])}
      aria-hidden={isTop ? undefined : true}
      inert={!isTop}
    >
      <Photo
        className={styles.photo}
        photo={card.main_image}
        name={card.name}
        alt={isTop ? t('swipe:photo', { name: card.name }) : ''}
        sizes={sizes}
        first={isTop}
        eager
      />
      <span className={classes(styles.stamp, styles.likeStamp)} aria-hidden="true">
        <Heart size={44} />
      </span>
      <span className={classes(styles.stamp, styles.passStamp)} aria-hidden="true">
        <X size={44} />
      </span>
      <div className={styles.caption}>
        <span className={styles.marks}>
          <MemberMarks card={card} />
        </span>
        <h2 className={styles.name}>{t('common:name_age', { name: card.name, age: card.age })}</h2>
        <p className={styles.line}>
          {card.presence === 'today' && <span className={styles.today}>{t('common:presence_today')}</span>}
          {card.town ?? card.region_name}
        </p>
        {card.answer && (
          <dl className={styles.answer}>
            <dt>{card.answer.question}</dt>
            <dd>{card.answer.text}</dd>
          </dl>
        )}
      </div>
    </article>
  )
}

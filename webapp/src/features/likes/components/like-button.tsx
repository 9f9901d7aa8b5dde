import { Heart } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Card } from '@/api/types'
import { Button, classes } from '@/ui'
import styles from './like-button.module.css'
import { useLike } from './use-like'

/** The heart over a card's corner. */
export function LikeButton({ card }: { card: Card }) {
  const { t } = useTranslation('likes')
  const { liked, toggle } = useLike(card)
  return (
    <button
      type="button"
      className={classes(styles.over, liked && styles.liked)}
      aria-pressed={liked}
      aria-label={t('like_name', { name: card.name })}
      onClick={toggle}
    >
      <Heart size={22} aria-hidden="true" />
    </button>
  )
}

/** The same with its word, beside other actions. */
export function LikeAction({ card }: { card: Card }) {
  const { t } = useTranslation('likes')
  const { liked, toggle } = useLike(card)
  return (
    <Button
      kind="secondary"
      className={classes(styles.action, liked && styles.liked)}
      aria-pressed={liked}
      aria-label={t('like_name', { name: card.name })}
      icon={<Heart size={22} aria-hidden="true" />}
      onClick={toggle}
    >
      {t('like')}
    </Button>
  )
}

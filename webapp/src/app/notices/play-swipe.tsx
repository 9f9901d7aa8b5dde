import { Layers } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '@/ui'
import { paths } from '@/paths'
import styles from './play-swipe.module.css'

/** The way to the swipe game from beside it. */
export function PlaySwipe() {
  const { t } = useTranslation('likes')
  return (
    <LinkButton
      className={styles.play}
      kind="secondary"
      small
      to={paths.swipeGame}
      icon={<Layers size={20} aria-hidden="true" />}
    >
      <span className={styles.word}>{t('swipe_game')}</span>
    </LinkButton>
  )
}

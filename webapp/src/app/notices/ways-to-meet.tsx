import { Layers, Sparkles } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import styles from './ways-to-meet.module.css'

/** Links by name to the swipe game and the match finder. */
export function WaysToMeet() {
  const { t } = useTranslation(['likes', 'members'])
  return (
    <p className={styles.ways}>
      <Link to={paths.swipeGame}>
        <Layers size={18} aria-hidden="true" />
        {t('likes:swipe_game')}
      </Link>
      <Link to={paths.matchFinder}>
        <Sparkles size={18} aria-hidden="true" />
        {t('members:finder_title')}
      </Link>
    </p>
  )
}

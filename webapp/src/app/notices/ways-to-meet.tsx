import { Eye, Layers, Sparkles } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSettings } from '@/api/use-settings'
import { paths } from '@/paths'
import styles from './ways-to-meet.module.css'

/** Links by name to the swipe game, the match finder and, where the site has it, those who looked. */
export function WaysToMeet() {
  const { t } = useTranslation(['likes', 'members'])
  const { settings } = useSettings()
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
      {/* Also before the settings are here: a link that comes later would move the list. */}
      {settings?.looks !== 'none' && (
        <Link to={paths.looks}>
          <Eye size={18} aria-hidden="true" />
          {t('likes:looks')}
        </Link>
      )}
    </p>
  )
}

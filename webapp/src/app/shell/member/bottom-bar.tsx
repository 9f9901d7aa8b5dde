import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { User } from '@/api/types'
import { isCurrent } from '@/app/shell/is-current'
import { Badge } from '@/ui'
import styles from './bottom-bar.module.css'
import { useDestinations } from './destinations'

/** The same destinations within the thumb of a phone. */
export function BottomBar({ user }: { user: User }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <nav className={styles.bar} aria-label={t('nav_main')}>
      {useDestinations(user).map(({ to, short, icon: Icon, badge }) => (
        <Link key={to} to={to} className={styles.link} aria-current={isCurrent(to, pathname) ? 'page' : undefined}>
          <span className={styles.icon}>
            <Icon size={22} aria-hidden="true" />
            {badge && (
              <span className={styles.badge}>
                <Badge {...badge} />
              </span>
            )}
          </span>
          {short}
        </Link>
      ))}
    </nav>
  )
}

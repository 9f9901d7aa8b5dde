import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import type { User } from '../api/types'
import { Badge } from '../ui'
import styles from './bottom-bar.module.css'
import { useDestinations } from './destinations'

/** The same destinations within the thumb of a phone. */
export function BottomBar({ user }: { user: User }) {
  const { t } = useTranslation()
  useLayoutEffect(() => {
    document.documentElement.dataset.tabbar = ''
    return () => {
      delete document.documentElement.dataset.tabbar
    }
  }, [])
  return (
    <nav className={styles.bar} aria-label={t('nav_main')}>
      {useDestinations(user).map(({ to, short, icon: Icon, badge }) => (
        <NavLink key={to} to={to} className={styles.link}>
          <span className={styles.icon}>
            <Icon size={22} aria-hidden="true" />
            {badge && (
              <span className={styles.badge}>
                <Badge {...badge} />
              </span>
            )}
          </span>
          {short}
        </NavLink>
      ))}
    </nav>
  )
}

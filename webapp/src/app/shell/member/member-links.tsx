import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import type { User } from '@/api/types'
import { isCurrent } from '@/app/shell/is-current'
import styles from '@/app/shell/top-bar.module.css'
import { Badge } from '@/ui'
import { useDestinations } from './destinations'

/** Where a member can go, in the top bar. */
export function MemberLinks({ user }: { user: User }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <nav className={styles.links} aria-label={t('nav_main')}>
      {useDestinations(user).map(({ to, label, badge }) => (
        <Link key={to} to={to} className={styles.link} aria-current={isCurrent(to, pathname) ? 'page' : undefined}>
          {label}
          {badge && <Badge {...badge} />}
        </Link>
      ))}
    </nav>
  )
}

import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useSiteName } from '@/api/use-site-name'
import { useMember } from '@/api/use-member'
import { useStaff } from '@/api/use-user'
import { isInstalled } from '@/features/entry/model/entry-warning'
import { useBrowserFact } from '@/ui'
import { LanguageMenu } from '@/app/languages/language-menu'
import { Logo } from './logo'
import { paths } from '@/paths'
import { AccountMenu, MemberLinks } from './member'
import { IndexLinks, VisitorActions } from './visitor-links'
import { HydrationBoundary } from './hydration-boundary'
import styles from './top-bar.module.css'

// Of people of staff alone.
const DeskLinks = lazy(() => import('./desk/desk-bar').then((module) => ({ default: module.DeskLinks })))
const DeskMenu = lazy(() => import('./desk/desk-bar').then((module) => ({ default: module.DeskMenu })))
// An installed app alone has one, so the first visit does not wait for it.
const BackButton = lazy(() => import('./back/back-button').then((module) => ({ default: module.BackButton })))

export function TopBar() {
  const { t } = useTranslation()
  const user = useMember()
  const staff = useStaff()
  const siteName = useSiteName()
  const { pathname } = useLocation()
  const installed = useBrowserFact(isInstalled, false)
  return (
    <header className={styles.bar}>
      <a className={styles.skip} href="#main">
        {t('skip_to_content')}
      </a>
      {user && (
        <HydrationBoundary>
          <BackButton />
        </HydrationBoundary>
      )}
      <Link className={styles.brand} to={user ? paths.members : staff ? paths.desk : paths.home}>
        <Logo />
        <span className={styles.name}>{siteName}</span>
      </Link>
      {user && (
        <HydrationBoundary>
          <MemberLinks user={user} />
        </HydrationBoundary>
      )}
      {staff && (
        <HydrationBoundary>
          <DeskLinks desks={staff.desks ?? []} />
        </HydrationBoundary>
      )}
      {user === null && !staff && !installed && pathname === paths.home && <IndexLinks />}
      <div className={styles.end}>
        <LanguageMenu />
        {user && (
          <HydrationBoundary>
            <AccountMenu user={user} />
          </HydrationBoundary>
        )}
        {staff && (
          <HydrationBoundary>
            <DeskMenu name={staff.name} />
          </HydrationBoundary>
        )}
        {user === null && !staff && <VisitorActions installed={installed} />}
      </div>
    </header>
  )
}

import { lazy } from 'react'
import { Link, Outlet } from 'react-router'
import { useSiteName } from '@/api/use-site-name'
import { Warnings } from '@/app/notices/warnings'
import { paths } from '@/paths'
import { Logo } from './logo'
import { HydrationBoundary } from './hydration-boundary'
import bar from './top-bar.module.css'
import styles from './layouts.module.css'

const EntryGate = lazy(() => import('@/app/entry/entry-gate').then(({ EntryGate }) => ({ default: EntryGate })))

/** No bars: for a link that was sent to somebody, whose screen says what it does and has one button. */
export function EmptyLayout() {
  const siteName = useSiteName()
  return (
    <div className={styles.default}>
      <Warnings />
      <main id="main" className={styles.empty}>
        <div className={styles.emptyBrand}>
          <Link className={bar.brand} to={paths.home}>
            <Logo />
            <span className={bar.name}>{siteName}</span>
          </Link>
        </div>
        <Outlet />
      </main>
      <HydrationBoundary>
        <EntryGate bare />
      </HydrationBoundary>
    </div>
  )
}

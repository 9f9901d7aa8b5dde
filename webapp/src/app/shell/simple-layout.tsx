import { lazy } from 'react'
import { Link, Outlet } from 'react-router'
import { useSiteName } from '@/api/use-site-name'
import { LanguageMenu } from '@/app/languages/language-menu'
import { Logo } from './logo'
import { paths } from '@/paths'
import { HydrationBoundary } from './hydration-boundary'
import bar from './top-bar.module.css'
import { Warnings } from '@/app/notices/warnings'
import styles from './layouts.module.css'

const EntryGate = lazy(() => import('@/app/entry/entry-gate').then(({ EntryGate }) => ({ default: EntryGate })))
const Disclaimer = lazy(() => import('@/app/footer/disclaimer').then(({ Disclaimer }) => ({ default: Disclaimer })))

/** Only the logo above and the disclaimer below, for screens that want one thing. */
export function SimpleLayout() {
  const siteName = useSiteName()
  return (
    <div className={styles.default}>
      <header className={bar.bar}>
        <Link className={bar.brand} to={paths.home}>
          <Logo />
          <span className={bar.name}>{siteName}</span>
        </Link>
        <div className={bar.end}>
          <LanguageMenu />
        </div>
      </header>
      <Warnings />
      <main id="main" className={styles.main}>
        <Outlet />
      </main>
      <footer className={styles.small}>
        <HydrationBoundary>
          <Disclaimer />
        </HydrationBoundary>
      </footer>
      <HydrationBoundary>
        <EntryGate bare />
      </HydrationBoundary>
    </div>
  )
}

import { Link, Outlet } from 'react-router'
import { useSettings } from '../../api/use-settings'
import { Disclaimer } from '../footer'
import { LanguageMenu } from '../language-menu'
import { Logo } from '../logo'
import { paths } from '../paths'
import bar from '../top-bar.module.css'
import { EntryGate } from '../entry-gate'
import { Warnings } from '../warnings'
import styles from './layouts.module.css'

/** Only the logo above and the disclaimer below, for screens that want one thing. */
export function SimpleLayout() {
  const { settings } = useSettings()
  return (
    <div className={styles.default}>
      <header className={bar.bar}>
        <Link className={bar.brand} to={paths.home}>
          <Logo />
          <span className={bar.name}>{settings?.name ?? 'Pairwise'}</span>
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
        <Disclaimer />
      </footer>
      <EntryGate bare />
    </div>
  )
}

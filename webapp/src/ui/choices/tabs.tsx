import { NavLink } from 'react-router'
import { Badge } from '@/ui/badge'
import styles from './tabs.module.css'

interface Tab {
  to: string
  label: string
  count?: number
  /** How many of them are new, in violet. */
  fresh?: { count: number; label: string }
}

/** Tabs that are addresses. A tab is current below its address, too, unless another tab's address lies there. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <NavLink
          key={tab.to}
          to={tab.to}
          end={tabs.some((other) => other.to.startsWith(`${tab.to}/`))}
          className={styles.tab}
        >
          {tab.label} {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}{' '}
          {tab.fresh && <Badge {...tab.fresh} />}
        </NavLink>
      ))}
    </nav>
  )
}

import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { classes } from '@/ui'
import rows from '@/ui/rows.module.css'
import styles from './settings.module.css'

export interface SettingsLink {
  to: string
  icon: ReactNode
  title: string
  text: string
  danger?: boolean
}

/** One matter a page: each row leads to its own. */
export function SettingsLinks({ links }: { links: SettingsLink[] }) {
  return (
    <ul className={rows.rows}>
      {links.map((link) => (
        <li key={link.to}>
          <NavLink to={link.to} className={classes(rows.row, styles.link, link.danger && styles.danger)}>
            <span className={rows.icon} aria-hidden="true">
              {link.icon}
            </span>
            <span className={rows.words}>
              <strong>{link.title}</strong>
              <span>{link.text}</span>
            </span>
            <ChevronRight size={22} aria-hidden="true" />
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

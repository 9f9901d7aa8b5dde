import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { classes } from './classes'
import styles from './page-title.module.css'

interface Naming {
  site: string
  /** Unread messages and new likes together. */
  unseen: number
}

export const NamingContext = createContext<Naming>({ site: 'Pairwise', unseen: 0 })

export function documentTitle(title: string, { site, unseen }: Naming): string {
  const prefix = unseen > 0 ? `(${unseen}) ` : ''
  return title.includes(site) ? `${prefix}${title}` : `${prefix}${title} · ${site}`
}

interface Props {
  /** The words for the window; the children are shown instead when they are richer. */
  title: string
  children?: ReactNode
  lead?: ReactNode
  hidden?: boolean
  className?: string
}

// A change of filters in the same place is not a new screen, and neither is the first one.
let focused: string | null = null

/** The one `h1` of a screen: names the window and takes the focus when one navigates here. */
export function PageTitle({ title, children, lead, hidden, className }: Props) {
  const naming = useContext(NamingContext)
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()

  useEffect(() => {
    document.title = documentTitle(title, naming)
  }, [title, naming])

  useEffect(() => {
    const isNew = focused !== null && focused !== pathname
    focused = pathname
    if (isNew && !document.querySelector('dialog[open]')) heading.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <div className={classes(styles.title, hidden && styles.hidden, className)}>
      <h1 ref={heading} tabIndex={-1}>
        {children ?? title}
      </h1>
      {lead && <p>{lead}</p>}
    </div>
  )
}

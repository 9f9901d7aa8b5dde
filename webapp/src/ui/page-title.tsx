import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useSingleton } from '@/singletons'
import { classes } from './classes'
import styles from './page-title.module.css'

interface Naming {
  site: string
  /** Unread messages and new likes together. */
  unseen: number
}

export const NamingContext = createContext<Naming>({ site: '', unseen: 0 })

/** Whether the screen stands beside the one that was navigated to: it is not what the window is called after. */
export const BesideContext = createContext(false)

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

/** Returns whether a path is another screen than the last one. A new query is no new screen; the first screen is none. */
function createIsNewScreen(): (path: string) => boolean {
  let last: string | null = null
  return (path) => {
    const isNew = last !== null && last !== path
    last = path
    return isNew
  }
}

/** The one `h1` of a screen: names the window and takes the focus when one navigates here. Beside another it is an `h2`. */
export function PageTitle({ title, children, lead, hidden, className }: Props) {
  const naming = useContext(NamingContext)
  const heading = useRef<HTMLHeadingElement>(null)
  const isBeside = useContext(BesideContext)
  const { pathname } = useLocation()
  const isNewScreen = useSingleton(createIsNewScreen)

  useEffect(() => {
    if (!isBeside) document.title = documentTitle(title, naming)
  }, [title, naming, isBeside])

  useEffect(() => {
    if (!isBeside && isNewScreen(pathname) && !document.querySelector('dialog[open]'))
      heading.current?.focus({ preventScroll: true })
  }, [pathname, isNewScreen, isBeside])

  const Heading = isBeside ? 'h2' : 'h1'
  return (
    <div className={classes(styles.title, hidden && styles.hidden, className)}>
      <Heading ref={heading} tabIndex={-1}>
        {children ?? title}
      </Heading>
      {lead && <p>{lead}</p>}
    </div>
  )
}

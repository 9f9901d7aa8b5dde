import { useSyncExternalStore } from 'react'
import { matchPath } from 'react-router'
import { paths } from '@/paths'

/** Room for three columns of people and a profile beside them. */
const wide = '(min-width: 1360px)'

function subscribe(listener: () => void) {
  const query = window.matchMedia(wide)
  query.addEventListener?.('change', listener)
  return () => query.removeEventListener?.('change', listener)
}

const isWide = () => window.matchMedia(wide).matches

/** Whether a profile is shown beside the list of people instead of in its place. */
export const useBesideList = (): boolean => useSyncExternalStore(subscribe, isWide, () => false)

const isPeople = (pathname: string) => pathname === paths.members || matchPath('/members/:id', pathname) !== null

/** Whether both are the same screen here: the list stays where it is while profiles are opened beside it. */
export const isSameList = (pathname: string, other: string): boolean =>
  isPeople(pathname) && isPeople(other) && isWide()

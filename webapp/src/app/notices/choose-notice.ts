import type { User } from '@/api/types'
import { isQuiet } from '@/features/activation/model/reminder'
import { paths } from '@/paths'

export type NoticeName = 'age' | 'confirm' | 'matching' | 'mail' | 'offer' | 'push'

export interface NoticeFacts {
  user: User
  pathname: string
  /** Nobody sees the member until they have confirmed their age. */
  isWithheld: boolean
  /** Billing has an offer to new members for this one, or has not answered yet. */
  mayHaveOffer: boolean
  /** The notices this member put away on this device. */
  isAway: (notice: 'mail' | 'push') => boolean
  /** The browser can show pushes and does not yet. */
  canPush: boolean
  /** Somebody wrote to the member or liked them: an empty inbox offers no pushes. */
  hasInbox: boolean
}

const shop = /^\/(credits|premium|pricing)(\/|$)/
const isAt = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`)

/** The one notice of a screen, by importance; beside prices their discount comes first. */
export function chooseNotice({
  user,
  pathname,
  isWithheld,
  mayHaveOffer,
  isAway,
  canPush,
  hasInbox,
}: NoticeFacts): NoticeName | null {
  const quiet = isQuiet(pathname)
  const waiting = user.status === 'not_confirmed'
  const isInbox = isAt(pathname, paths.likes) || isAt(pathname, paths.chats)
  if (mayHaveOffer && shop.test(pathname)) return 'offer'
  if (isWithheld && !isAt(pathname, paths.ageCheck)) return 'age'
  if (waiting && !quiet) return 'confirm'
  if (user.matching_due && !user.terms_due) return 'matching'
  if (!quiet && user.notifications_disabled.length > 0 && !isAway('mail')) return 'mail'
  if (mayHaveOffer) return 'offer'
  if (canPush && hasInbox && isInbox && !waiting && !isAway('push')) return 'push'
  return null
}

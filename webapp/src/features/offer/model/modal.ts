import type { User } from '@/api/types'

export const modalDelay = 40_000
const area = /^\/(members|chats|likes|premium)(\/|$)/

export const isMembersArea = (pathname: string) => area.test(pathname)

/** Whether the offer may open over the screen: for those with no credits left who have not closed it before. */
export function mayOpen({ credits, paid_user: paid }: User, dismissedAt: number | null): boolean {
  return credits === 0 && !paid && dismissedAt === null
}

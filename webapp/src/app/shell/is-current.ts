import { paths } from '@/paths'

const chatWithMember = new RegExp(`^${paths.memberChat('[^/]+')}$`)

/** Whether this address belongs to a destination. A chat is one of the messages, also where it starts at a member. */
export function isCurrent(destination: string, pathname: string): boolean {
  if (chatWithMember.test(pathname)) return destination === paths.chats
  return pathname === destination || pathname.startsWith(`${destination}/`)
}

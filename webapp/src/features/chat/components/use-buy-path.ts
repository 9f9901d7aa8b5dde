import { useLocation } from 'react-router'
import { paths } from '@/paths'
import { useMember } from '@/api/use-member'

/** Where credits are bought, with the way back to this chat. */
export function useBuyPath(): string {
  const member = useMember()
  const { pathname } = useLocation()
  return `${member?.paid_user ? paths.credits : paths.premium}?next=${encodeURIComponent(pathname)}`
}

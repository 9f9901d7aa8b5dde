import { useLocation } from 'react-router'
import { paths } from '../../../app/paths'
import { useUser } from '../../../api/use-user'

/** Where credits are bought, with the way back to this chat. */
export function useBuyPath(): string {
  const { user } = useUser()
  const { pathname } = useLocation()
  return `${user?.paid_user ? paths.credits : paths.premium}?next=${encodeURIComponent(pathname)}`
}

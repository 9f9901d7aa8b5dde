import { useLocation } from 'react-router'
import MailChangeDo from './mail-change-do'
import MailChangeStop from './mail-change-stop'
import ResetPassword from './reset-password'
import ResetPasswordDo from './reset-password-do'

/** The screens of mailed links, loaded together: hardly anyone sees one. */
export default function ProvingRoutes() {
  const { pathname } = useLocation()
  if (pathname.startsWith('/mail-change')) return pathname.endsWith('/stop') ? <MailChangeStop /> : <MailChangeDo />
  return pathname.endsWith('/do') ? <ResetPasswordDo /> : <ResetPassword />
}

import { Route, Routes } from 'react-router'
import { Loading } from '@/ui'
import { page } from '@/app/shell/page'
import NotFound from '@/app/routes/not-found'
import { HydrationBoundary } from '@/app/shell/hydration-boundary'

const Overview = page(() => import('./overview'))
const Account = page(() => import('./account'))
const Chat = page(() => import('./chat'))
const Invitations = page(() => import('./invitations'))
const Language = page(() => import('./language'))
const Password = page(() => import('./password'), 'account', 'security')
const Email = page(() => import('./email'), 'security')
const Devices = page(() => import('./devices'), 'security')
const Security = page(() => import('./security'), 'security')
const Blocked = page(() => import('./blocked'), 'members')
const Privacy = page(() => import('./privacy'))
const Spending = page(() => import('./spending'), 'spending')
const Consents = page(() => import('./consents'), 'mydata', 'account')
const Contacts = page(() => import('./contacts'))
const Data = page(() => import('./data'), 'mydata')
const Delete = page(() => import('./delete'), 'account', 'mydata')
const Verification = page(() => import('./verification'), 'verification', 'complaints')

/** The screens below /settings, each loaded when it is opened. */
export default function SettingsRoutes() {
  return (
    <HydrationBoundary fallback={<Loading />}>
      <Routes>
        <Route index element={<Overview />} />
        <Route path="account" element={<Account />} />
        <Route path="chat" element={<Chat />} />
        <Route path="invitations" element={<Invitations />} />
        <Route path="language" element={<Language />} />
        <Route path="password" element={<Password />} />
        <Route path="email" element={<Email />} />
        <Route path="devices" element={<Devices />} />
        <Route path="security" element={<Security />} />
        <Route path="blocked" element={<Blocked />} />
        <Route path="privacy" element={<Privacy />} />
        <Route path="spending" element={<Spending />} />
        <Route path="consents" element={<Consents />} />
        <Route path="contacts" element={<Contacts />} />
        <Route path="data" element={<Data />} />
        <Route path="delete" element={<Delete />} />
        <Route path="verification" element={<Verification />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </HydrationBoundary>
  )
}

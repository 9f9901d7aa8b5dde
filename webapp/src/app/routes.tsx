import { isValidElement, useEffect } from 'react'
import {
  createRoutesFromElements,
  matchRoutes,
  Outlet,
  Route,
  Routes,
  useLocation,
  type Location,
  type RouteMatch,
} from 'react-router'
import { Loading, Running } from '@/ui'
import type { User } from '@/api/types'
import { ChatLayout } from './shell/chat-layout'
import { DefaultLayout } from './shell/default-layout'
import { EmptyLayout } from './shell/empty-layout'
import { SimpleLayout } from './shell/simple-layout'
import { page, type Screen as LazyScreen } from './shell/page'
import { DeskOnly } from './gates/desk/desk-only'
import { MembersOnly } from './gates/members-only'
import { VisitorsToo } from './gates/visitors-too'
import { HydrationBoundary } from '@/app/shell/hydration-boundary'

const Home = page(() => import('./routes/home'))
const Login = page(() => import('./routes/login'), 'account', 'security')
const Proving = page(() => import('./routes/proving'), 'account', 'security')
const Signup = page(() => import('./routes/signup'), 'account', 'mydata', 'signup')
const SignupModal = page(() => import('./routes/signup-modal'), 'account', 'mydata', 'signup')
const CompleteSignup = page(() => import('./routes/complete-signup'), 'account', 'photos', 'signup')
const SignupMatches = page(() => import('./routes/signup-matches'), 'signup', 'members', 'words')
const Activate = page(() => import('./routes/activate'), 'account')
const ActivateDone = page(() => import('./routes/activate-done'), 'account', 'signup')
const ActivateError = page(() => import('./routes/activate-error'), 'account')
const AccountDeleted = page(() => import('./routes/account-deleted'), 'account')
const AgeCheck = page(() => import('./routes/age-check'), 'age')
const Profile = page(
  () => import('./routes/profile'),
  'account',
  'complaints',
  'members',
  'photos',
  'settings',
  'words',
)
const Settings = page(() => import('./settings/routes'), 'settings')
const Notifications = page(() => import('./routes/notifications'), 'account', 'push', 'settings')
const Languages = page(() => import('./routes/languages'), 'account')
const Complaints = page(() => import('./routes/complaints'), 'chat', 'complaints', 'gifts', 'photos')
const DatePlan = page(() => import('./routes/date-plan'), 'safety')
const PlanRefusal = page(() => import('./routes/plan-refusal'), 'safety')
const SharedPlan = page(() => import('./routes/shared-plan'), 'safety')
const Safety = page(() => import('./routes/safety'), 'safety')
const Appeal = page(() => import('./routes/appeal'), 'complaints', 'photos')
const Staff = page(
  () => import('./routes/staff'),
  'chat',
  'complaints',
  'gifts',
  'members',
  'photos',
  'security',
  'staff',
  'verification',
)
const Support = page(() => import('./routes/support'), 'complaints', 'credits', 'security', 'staff', 'support')
const SupportInbox = page(() => import('./routes/support-inbox'), 'security', 'staff', 'support')
const Writing = page(() => import('./routes/writing'), 'account', 'fictional', 'security', 'staff')
const Marketing = page(() => import('./routes/marketing'), 'marketing', 'security', 'staff')
const NetworkView = page(() => import('./routes/network-view'), 'marketing')
const Desk = page(() => import('./routes/desk'), 'account', 'desk', 'security', 'settings')
const DeskInvitation = page(() => import('./routes/desk-invitation'), 'account', 'desk', 'security')
const DeskOpenId = page(() => import('./routes/desk-openid'), 'account', 'desk', 'security')
const Finance = page(() => import('./routes/finance'), 'desk', 'security', 'staff')
const DeskPeople = page(() => import('./routes/desk-people'), 'desk', 'security', 'staff')
const Legal = page(() => import('./routes/legal'), 'signup')
const Members = page(() => import('./people/people-panes'), 'account', 'likes', 'members', 'words')
const VisitorMembers = page(() => import('./routes/visitor-members'), 'members', 'words')
const MatchFinder = page(() => import('./routes/match-finder'), 'members', 'words')
const Member = page(() => import('./routes/member'), 'chat', 'gifts', 'likes', 'members', 'words')
const Likes = page(() => import('./routes/likes'), 'chat', 'likes', 'members')
const Looks = page(() => import('./routes/looks'), 'likes', 'members')
const SwipeGame = page(() => import('./routes/swipe-game'), 'swipe')
const Match = page(() => import('./routes/match'), 'account', 'chat', 'likes', 'members')
const Chats = page(() => import('./routes/chats'), 'account', 'calls', 'chat', 'gifts', 'members')
const Credits = page(() => import('./routes/credits'), 'credits', 'offer')
const Payment = page(() => import('./routes/payment'), 'credits')
const RepeatOrder = page(() => import('./routes/repeat-order'), 'credits')
const DirectDebit = page(() => import('./routes/direct-debit'), 'credits')
const Withdrawal = page(() => import('./routes/withdrawal'), 'credits')
const Premium = page(() => import('./routes/premium'), 'credits', 'offer')
const Pricing = page(() => import('./routes/pricing'), 'credits')
const Transparency = page(() => import('./routes/transparency'), 'complaints')
const Transactions = page(() => import('./routes/transactions'), 'credits', 'gifts')
const Reactivate = page(() => import('./routes/reactivate'), 'account', 'mydata')
const MyData = page(() => import('./routes/my-data'), 'mydata')
const Invitation = page(() => import('./routes/invitation'), 'mydata')
const Invite = page(() => import('./routes/invite'), 'mydata')
const NotFound = page(() => import('./routes/not-found'))

function Screen() {
  return (
    <HydrationBoundary
      fallback={
        <>
          <Running />
          <Loading />
        </>
      }
    >
      <Outlet />
      <Hydrated />
    </HydrationBoundary>
  )
}

/** Says that the screen is interactive (`src/hydration.ts`). */
function Hydrated() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
    window.dispatchEvent(new Event('hydrated'))
  }, [])
  return null
}

/** Every screen, at its address without the language. */
const screens = (
  <>
    <Route element={<DefaultLayout />}>
      <Route element={<Screen />}>
        <Route index element={<Home />} />
        <Route path="login" element={<Login />} />
        <Route path="reset-password/do?" element={<Proving />} />
        <Route path="mail-change/do" element={<Proving />} />
        <Route path="mail-change/stop" element={<Proving />} />
        <Route path="complete-signup" element={<CompleteSignup />} />
        <Route path="activate/done" element={<ActivateDone />} />
        <Route path="activate/error" element={<ActivateError />} />
        <Route path="account-deleted" element={<AccountDeleted />} />
        <Route path="reactivate" element={<Reactivate />} />
        <Route path="my-data" element={<MyData />} />
        <Route path="lang-config" element={<Languages />} />
        <Route path="pages/:name" element={<Legal />} />
        <Route path="complaints" element={<Complaints />} />
        <Route path="safety" element={<Safety />} />
        <Route path="plan" element={<SharedPlan />} />
        <Route path="network" element={<NetworkView />} />
        <Route path="plan-refusal" element={<PlanRefusal />} />
        <Route path="appeal" element={<Appeal />} />
        <Route path="pricing" element={<Pricing />} />
        <Route path="transparency" element={<Transparency />} />
        <Route path="premium" element={<Premium />} />
        <Route path="notifications" element={<Notifications />} />
        <Route element={<VisitorsToo visitors={<VisitorMembers />} />}>
          <Route element={<Members />}>
            <Route path="members" element={null} />
            <Route path="members/:id" element={<Member />} />
          </Route>
        </Route>
        <Route element={<MembersOnly />}>
          <Route path="match-finder" element={<MatchFinder />} />
          <Route path="likes/m/:id" element={<Match />} />
          <Route path="likes/:type?" element={<Likes />} />
          <Route path="date-plan" element={<DatePlan />} />
          <Route path="looks" element={<Looks />} />
          <Route path="swipe-game" element={<SwipeGame />} />
          <Route path="credits" element={<Credits />} />
          <Route path="credits/repeat-order" element={<RepeatOrder />} />
          <Route path="directdebit" element={<DirectDebit />} />
          <Route path="withdrawal" element={<Withdrawal />} />
          <Route path="credits/:id/return" element={<Payment />} />
          <Route path="credits/:id/:method?" element={<Payment />} />
          <Route path="transactions/:id?" element={<Transactions />} />
          <Route path="age-check" element={<AgeCheck />} />
          <Route path="profile" element={<Profile />} />
          <Route path="settings/*" element={<Settings />} />
          <Route path="signup-matches" element={<SignupMatches />} />
        </Route>
        <Route path="desk" element={<Desk />} />
        <Route path="desk/invitation" element={<DeskInvitation />} />
        <Route path="desk/openid" element={<DeskOpenId />} />
        <Route element={<DeskOnly />}>
          <Route path="desk/people" element={<DeskPeople />} />
          <Route path="staff/:part?/:id?" element={<Staff />} />
          <Route path="support/inbox/:thread?" element={<SupportInbox />} />
          <Route path="support/:id?" element={<Support />} />
          <Route path="writing" element={<Writing />} />
          <Route path="finance" element={<Finance />} />
          <Route path="marketing/*" element={<Marketing />} />
        </Route>
        <Route path=":token" element={<Invite />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Route>
    <Route element={<ChatLayout />}>
      <Route element={<Screen />}>
        <Route element={<MembersOnly fromMemory />}>
          <Route path="chats/:id?" element={<Chats />} />
          <Route path="members/:id/chat" element={<Chats />} />
        </Route>
      </Route>
    </Route>
    <Route element={<EmptyLayout />}>
      <Route element={<Screen />}>
        <Route path="activate" element={<Activate />} />
        <Route path="i/:code" element={<Invitation />} />
      </Route>
    </Route>
    <Route element={<SimpleLayout />}>
      <Route element={<Screen />}>
        <Route path="signup" element={<Signup />} />
        <Route path="members/:id/signup" element={<Signup />} />
      </Route>
    </Route>
  </>
)

/** The routes that an address leads through, outermost first; the last is its screen. */
export const matchScreen = (pathname: string): RouteMatch[] =>
  matchRoutes(createRoutesFromElements(screens), pathname) ?? []

/** Loads the screen of an address before it is drawn. */
export async function bringScreen(pathname: string): Promise<void> {
  const elements = matchScreen(pathname).map(({ route }) => route.element)
  const types = elements.flatMap((element) => (isValidElement(element) ? [element.type as Partial<LazyScreen>] : []))
  await Promise.all(types.map((type) => type.bring?.()))
}

/** The screens that the bars of a member's page lead to: most likely one of them is next. */
export function nextScreens({ paid_user }: User): (() => Promise<unknown>)[] {
  return [Members, Chats, Likes, paid_user ? Credits : Premium, Member].map((screen) => screen.bring)
}

export function AppRoutes() {
  const location = useLocation()
  const behind = (location.state as { behind?: Location } | null)?.behind
  return (
    <>
      <Routes location={behind ?? location}>{screens}</Routes>
      {behind && (
        <HydrationBoundary fallback={null}>
          <SignupModal />
        </HydrationBoundary>
      )}
    </>
  )
}

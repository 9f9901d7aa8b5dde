/** Every address of the app, without its language; the router puts that in front. */
export const paths = {
  home: '/',
  login: '/login',
  resetPassword: '/reset-password',
  ageCheck: '/age-check',
  signup: '/signup',
  signupMatches: '/signup-matches',
  completeSignup: '/complete-signup',
  activate: '/activate',
  activateDone: '/activate/done',
  activateError: '/activate/error',
  accountDeleted: '/account-deleted',
  members: '/members',
  matchFinder: '/match-finder',
  member: (id: string) => `/members/${id}`,
  memberSignup: (id: string) => `/members/${id}/signup`,
  memberChat: (id: string) => `/members/${id}/chat`,
  likes: '/likes',
  likesOf: (type: 'received' | 'sent' | 'matches') => (type === 'received' ? '/likes' : `/likes/${type}`),
  match: (id: string) => `/likes/m/${id}`,
  looks: '/looks',
  safety: '/safety',
  datePlan: (withId?: string) => `/date-plan${withId ? `?with=${withId}` : ''}`,
  sharedPlan: '/plan',
  planRefusal: '/plan-refusal',
  networkViewOf: (key: string) => `/network#key=${key}`,
  sharedPlanOf: (token: string) => `/plan#token=${token}`,
  swipeGame: '/swipe-game',
  chats: '/chats',
  chat: (id: string) => `/chats/${id}`,
  credits: '/credits',
  payment: (id: string) => `/credits/${id}`,
  repeatOrder: '/credits/repeat-order',
  directDebit: '/directdebit',
  withdrawal: '/withdrawal',
  paymentReturn: (id: string) => `/credits/${id}/return`,
  premium: '/premium',
  pricing: '/pricing',
  transparency: '/transparency',
  transactions: '/transactions',
  transaction: (id: string) => `/transactions/${id}`,
  profile: '/profile',
  settings: '/settings',
  setting: (matter: Setting) => `/settings/${matter}`,
  complaints: '/complaints',
  complaintAbout: (id: string, reason?: string) => `/complaints?about=${id}${reason ? `&reason=${reason}` : ''}`,
  complaintAboutWords: (id: string) => `/complaints?about=${id}&like=1`,
  complaintAboutChat: (id: string) => `/complaints?chat=${id}`,
  appeal: '/appeal',
  desk: '/desk',
  deskInvitation: '/desk/invitation',
  deskOpenId: '/desk/openid',
  finance: '/finance',
  deskPeople: '/desk/people',
  staff: '/staff',
  staffSearch: (caseId: string) => `/staff/member?case=${caseId}`,
  staffMember: (id: string, caseId?: string) => `/staff/member/${id}${caseId ? `?case=${caseId}` : ''}`,
  writing: '/writing',
  support: (id?: string) => (id ? `/support/${id}` : '/support'),
  supportInbox: (id?: string) => (id ? `/support/inbox/${id}` : '/support/inbox'),
  marketing: (section: string) => `/marketing/${section}`,
  notifications: '/notifications',
  languages: '/lang-config',
  page: (name: PageName) => `/pages/${name}`,
} as const

/** The screens below the settings. */
type Setting =
  | 'account'
  | 'blocked'
  | 'chat'
  | 'consents'
  | 'contacts'
  | 'data'
  | 'delete'
  | 'devices'
  | 'email'
  | 'invitations'
  | 'language'
  | 'privacy'
  | 'spending'
  | 'password'
  | 'security'
  | 'verification'

export const pageNames = [
  'terms',
  'privacy',
  'cookies',
  'ban',
  'ranking',
  'return-policy',
  'faq',
  'service',
  'imprint',
] as const
export type PageName = (typeof pageNames)[number]

/** Only addresses of our own are followed after login. */
export function safeNext(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) ? next : paths.members
}

export function loginFor(pathname: string, search = ''): string {
  const here = `${pathname}${search}`
  return here === paths.home ? paths.login : `${paths.login}?next=${encodeURIComponent(here)}`
}

/** The sign-up, from which one goes on to where one wanted to be. */
export const signupFor = (next: string | null): string =>
  next === null ? paths.signup : `${paths.signup}?next=${encodeURIComponent(next)}`

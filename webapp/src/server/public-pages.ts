import type { TypeOptions } from 'i18next'
import { matchScreen } from '@/app/routes'
import { looksLikeInvite } from '@/tracking/invite'
import { pageNames, paths, type PageName } from '@/paths'
import type { DrawnScreen } from './drawn-screens'

/** A page that the server draws for visitors. */
export interface PublicPage {
  path: string
  /** The module of its screen, as the build names it. */
  module: string
  /** The texts it comes with, besides those of every page. */
  texts: readonly (keyof TypeOptions['resources'])[]
  asks?: 'packages' | 'company'
  /** Of a legal page: the name of its text. */
  name?: PageName
  isIndexed: boolean
}

const screen = (name: DrawnScreen) => `src/app/routes/${name}.tsx`

const drawn: readonly PublicPage[] = [
  { path: paths.home, module: screen('home'), texts: [], isIndexed: true },
  { path: paths.login, module: screen('login'), texts: ['account', 'security'], isIndexed: true },
  { path: paths.signup, module: screen('signup'), texts: ['account', 'mydata', 'signup'], isIndexed: true },
  { path: paths.pricing, module: screen('pricing'), texts: ['credits'], asks: 'packages', isIndexed: true },
  { path: paths.languages, module: screen('languages'), texts: ['account'], isIndexed: false },
  ...pageNames.map((name): PublicPage => ({
    path: paths.page(name),
    module: screen('legal'),
    texts: ['signup'],
    asks: 'company',
    name,
    isIndexed: true,
  })),
]

/** The paths that are listed for search engines. */
export const indexedPaths = (): string[] => drawn.filter((page) => page.isIndexed).map((page) => page.path)

/** One page for every unknown path: its own address would be a new page for each. */
const notFound: PublicPage = { path: '/404', module: screen('not-found'), texts: [], isIndexed: false }

export type Found = { status: 200; page: PublicPage | null } | { status: 404; page: PublicPage }

/** The page of a path without its language; null where the script draws all, such as the screens of members. */
export function find(path: string): Found {
  const page = drawn.find((one) => one.path === path)
  if (page) return { status: 200, page }
  const { route, params } = matchScreen(path).at(-1) ?? {}
  const isUnknown = !route || route.path === '*' || isUnknownName(route.path, params) || /\/{2}|^\/.+\/$/.test(path)
  return isUnknown ? { status: 404, page: notFound } : { status: 200, page: null }
}

function isUnknownName(pattern: string | undefined, params: Record<string, string | undefined> = {}): boolean {
  if (pattern === 'pages/:name') return !pageNames.includes(params.name as PageName)
  return pattern === ':token' && !looksLikeInvite(params.token ?? '')
}

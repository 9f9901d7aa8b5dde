import { matchScreen } from '@/app/routes'
import { looksLikeInvite } from '@/tracking/invite'
import { pageNames, paths, type PageName } from '@/paths'

/** A page that the server draws for visitors. */
export interface PublicPage {
  path: string
  asks?: 'packages' | 'company' | 'transparency'
  /** Of a legal page: the name of its text. */
  name?: PageName
  isIndexed: boolean
}

const drawn: readonly PublicPage[] = [
  { path: paths.home, isIndexed: true },
  { path: paths.login, isIndexed: true },
  { path: paths.signup, isIndexed: true },
  { path: paths.pricing, asks: 'packages', isIndexed: true },
  { path: paths.transparency, asks: 'transparency', isIndexed: true },
  { path: paths.languages, isIndexed: false },
  ...pageNames.map((name): PublicPage => ({
    path: paths.page(name),
    asks: 'company',
    name,
    isIndexed: true,
  })),
]

/** The paths that are listed for search engines. */
export const indexedPaths = (): string[] => drawn.filter((page) => page.isIndexed).map((page) => page.path)

/** One page for every unknown path, where its own address would be a new page for each. Of two words, because one word
 * may be an invite. */
const notFound: PublicPage = { path: '/404/404', isIndexed: false }

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

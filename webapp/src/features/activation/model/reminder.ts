const quiet = ['/signup', '/complete-signup', '/activate', '/settings', '/notifications']

/** Routes without the reminder, with all below them: sign-up, settings, notifications. */
export function isQuiet(pathname: string): boolean {
  return (
    quiet.some((path) => pathname === path || pathname.startsWith(`${path}/`)) ||
    /^\/members\/[^/]+\/signup$/.test(pathname)
  )
}

const storageKey = 'activation-modal'

/** Right after a sign-up on a smartphone the reminder is a modal, once; else it is a band above the screen. */
export function askForModal(storage: Storage = sessionStorage): void {
  storage.setItem(storageKey, 'asked')
}

export function isModalAsked(storage: Storage = sessionStorage): boolean {
  return storage.getItem(storageKey) !== null
}

export function modalWasSeen(storage: Storage = sessionStorage): void {
  storage.removeItem(storageKey)
}

const quiet = ['/signup', '/complete-signup', '/activate', '/settings', '/notifications']

/** Where nobody is reminded: signing up, the settings and the notifications, and what lies below them. */
export function isQuiet(pathname: string): boolean {
  return (
    quiet.some((path) => pathname === path || pathname.startsWith(`${path}/`)) ||
    /^\/members\/[^/]+\/signup$/.test(pathname)
  )
}

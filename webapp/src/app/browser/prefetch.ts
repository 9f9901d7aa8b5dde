/** Without any of these for so long, nobody waits for anything. */
const idleTime = 2_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'touchstart'] as const

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Whether this connection has room for what may never be looked at. */
function hasRoom(): boolean {
  const { saveData, effectiveType } = (navigator as { connection?: Connection }).connection ?? {}
  return navigator.onLine && !saveData && !effectiveType?.endsWith('2g')
}

/** Loads what may be wanted next, one after another, whenever nothing has happened for two seconds. Returns its end. */
export function prefetchWhenIdle(loads: readonly (() => Promise<unknown>)[]): () => void {
  const waiting = [...loads]
  let timer: ReturnType<typeof setTimeout> | undefined

  const next = () => {
    const load = hasRoom() ? waiting.shift() : undefined
    // A screen that fails now is asked for again when it is opened.
    if (load) void load().then(wait, wait)
  }
  const wait = () => {
    clearTimeout(timer)
    if (waiting.length > 0) timer = setTimeout(next, idleTime)
  }
  const stop = () => {
    waiting.length = 0
    clearTimeout(timer)
    for (const sign of signs) window.removeEventListener(sign, wait)
  }
  for (const sign of signs) window.addEventListener(sign, wait, { passive: true })
  wait()
  return stop
}

/** Loads the screen of a link as a pointer or the focus comes to it. Returns its end. */
export function prefetchOnIntent(load: (pathname: string) => Promise<unknown>): () => void {
  const seen = new Set<string>()
  const come = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== window.location.origin || seen.has(link.pathname) || !hasRoom()) return
    seen.add(link.pathname)
    // A screen that fails now is asked for again when it is opened.
    load(link.pathname).catch(() => undefined)
  }
  const signs = ['pointerover', 'focusin'] as const
  for (const sign of signs) document.addEventListener(sign, come)
  return () => signs.forEach((sign) => document.removeEventListener(sign, come))
}

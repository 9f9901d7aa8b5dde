/** Tells the server that nobody looks at the page any more; a beacon, because the page may be going. */
export function tellWhenHidden(): () => void {
  const tell = () => {
    if (document.visibilityState !== 'hidden') return
    navigator.sendBeacon?.('/api/page-hidden.php', new Blob(['{}'], { type: 'application/json' }))
  }
  document.addEventListener('visibilitychange', tell)
  return () => document.removeEventListener('visibilitychange', tell)
}

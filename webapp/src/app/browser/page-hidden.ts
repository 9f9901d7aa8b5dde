/** Reports to the server that nobody looks at the page any more; a beacon, because the page may be going. */
export function reportWhenHidden(): () => void {
  const report = () => {
    if (document.visibilityState !== 'hidden') return
    navigator.sendBeacon?.('/api/page-hidden.php', new Blob(['{}'], { type: 'application/json' }))
  }
  document.addEventListener('visibilitychange', report)
  return () => document.removeEventListener('visibilitychange', report)
}

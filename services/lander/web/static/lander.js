// Count the view of this page, and whether its visitor goes on. Nothing is stored on the device; the only thing read is a
// refusal given earlier, to respect it.
{
  const { view, counted } = document.currentScript.dataset
  const count = (method) =>
    fetch('/api/track.php', {
      method,
      keepalive: true,
      headers: { 'Content-Type': 'application/json', 'X-Request-Type': 'app' },
      body: view,
    }).catch(() => {})
  const refused = () => {
    try {
      return navigator.globalPrivacyControl || localStorage.getItem('consent-attribution') === 'no'
    } catch {
      return false
    }
  }
  if (!refused()) {
    const { version, arm } = JSON.parse(view)
    if (counted === undefined) {
      void count('POST')
      // A reload of this address is no second view.
      const address = new URL(location.href)
      address.searchParams.set('v', `${version}.${arm}`)
      history.replaceState(null, '', address)
    }
    let went = performance.getEntriesByType('navigation')[0]?.type === 'back_forward'
    document.addEventListener('click', ({ target }) => {
      const link = target.closest('a[href]')
      if (went || !link || link.hreflang || link.getAttribute('href').startsWith('#')) return
      went = true
      void count('PUT')
    })
  }
}

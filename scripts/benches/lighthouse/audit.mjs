// Audit one URL several times, each in a browser of its own, and print one line of JSON for each run.
// The mobile settings of Lighthouse: simulated slow 4G, and a processor four times slower than this machine's.
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

const { url, cookie, runs, skipped, chromium } = JSON.parse(process.argv[2])
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--disable-component-update']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

const bytes = (requests, isWanted) =>
  requests.filter(isWanted).reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0)

/** Put the cookies into the browser, as a log-in does: a header of every request would hide those that answers set. */
async function setCookies(port, cookie) {
  const { webSocketDebuggerUrl } = await (await fetch(`http://127.0.0.1:${port}/json/version`)).json()
  const browser = new WebSocket(webSocketDebuggerUrl)
  await new Promise((resolve) => browser.addEventListener('open', resolve, { once: true }))
  const answered = new Promise((resolve) => browser.addEventListener('message', resolve, { once: true }))
  const cookies = cookie.split('; ').map((pair) => {
    const [name, ...value] = pair.split('=')
    return { name, value: value.join('='), url }
  })
  browser.send(JSON.stringify({ id: 1, method: 'Storage.setCookies', params: { cookies } }))
  const { error } = JSON.parse((await answered).data)
  browser.close()
  if (error) throw new Error(error.message)
}

/** The audits of a category that cost points, with their values. */
const faults = ({ audits, categories }, category) =>
  categories[category].auditRefs
    .map(({ id, weight }) => ({ weight, audit: audits[id] }))
    .filter(({ weight, audit }) => weight > 0 && audit.score !== null && audit.score < 1)
    .map(({ audit }) => `${audit.id} ${audit.score.toFixed(2)}${audit.displayValue ? ` (${audit.displayValue})` : ''}`)

/** The report of one audit in a browser of its own. */
async function report() {
  const chrome = await launch({ chromePath: chromium, chromeFlags: FLAGS, logLevel: 'silent' })
  try {
    if (cookie) await setCookies(chrome.port, cookie)
    const options = { port: chrome.port, logLevel: 'error', onlyCategories: CATEGORIES, skipAudits: skipped }
    return (await lighthouse(url, options)).lhr
  } finally {
    chrome.kill()
  }
}

/** A trace that Chromium did not record says nothing of the page: such an audit is made again, twice at most. */
async function recorded() {
  for (let again = 2; ; again--) {
    const found = await report()
    if (!found.runtimeError) return found
    const { code, message } = found.runtimeError
    if (code !== 'NO_NAVSTART' || again === 0) throw new Error(`${code}: ${message}`)
  }
}

for (let run = 0; run < runs; run++) {
  const found = await recorded()
  const requests = found.audits['network-requests'].details.items
  console.log(
    JSON.stringify({
      url: found.finalDisplayedUrl,
      scores: Object.fromEntries(CATEGORIES.map((name) => [name, found.categories[name].score * 100])),
      faults: Object.fromEntries(CATEGORIES.map((name) => [name, faults(found, name)])),
      paint_ms: found.audits['largest-contentful-paint'].numericValue,
      blocking_ms: found.audits['total-blocking-time'].numericValue,
      script_bytes: bytes(requests, ({ resourceType }) => resourceType === 'Script'),
      all_bytes: bytes(requests, ({ resourceType }) => resourceType !== 'Media'),
      benchmark_index: found.environment.benchmarkIndex,
    }),
  )
}

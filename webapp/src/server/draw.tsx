import { text } from 'node:stream/consumers'
import type { i18n } from 'i18next'
import { prerenderToNodeStream } from 'react-dom/static'
import { I18nextProvider } from 'react-i18next'
import { StaticRouter } from 'react-router'
import { cacheOf } from '@/api/known'
import { App } from '@/app/app'
import { DrawnScreens, type ScreenFiles } from '@/app/shell/page'
import { basenameOf, localised, type Locale } from '@/i18n/locales'
import { singletonsOfDrawing } from './singletons'

export interface Drawing {
  html: string
  /** Links for the head: the pictures that are seen first. */
  preloads: string
  /** The rules of elements with a style of their own. */
  css: string
  /** The screens it consists of, outermost first. */
  screens: readonly ScreenFiles[]
}

/** A page as HTML, for the root of the document, drawn with nothing but the given answers. */
export async function draw(
  path: string,
  locale: Locale,
  known: Readonly<Record<string, unknown>>,
  texts: i18n,
): Promise<Drawing> {
  const problems: unknown[] = []
  const screens = new Set<ScreenFiles>()
  const { prelude } = await prerenderToNodeStream(
    <I18nextProvider i18n={texts}>
      <DrawnScreens value={(screen) => screens.add(screen)}>
        <App
          singletons={singletonsOfDrawing()}
          known={known}
          provider={() => cacheOf(known)}
          routed={(routes) => (
            <StaticRouter basename={basenameOf(locale)} location={localised(locale, path)}>
              {routes}
            </StaticRouter>
          )}
        />
      </DrawnScreens>
    </I18nextProvider>,
    {
      // A boundary that is large would come at the end, and be moved into its place by an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void problems.push(error),
    },
  )
  const html = await text(prelude)
  // A screen that could not be drawn leaves its skeleton; the script draws it then, so the page goes out without.
  if (problems.length > 0) throw problems[0]
  // React writes the preloads of large pictures before the rest; they belong into the head.
  const preloads = html.match(/<link rel="preload"[^>]*>/g) ?? []
  const rest = html.replaceAll(/<link rel="preload"[^>]*>/g, '')
  return { ...withRules(rest), preloads: preloads.join(''), screens: [...screens] }
}

/** Sizes, colours and variables; nothing that ends a rule or loads a file. */
const harmless = /^[\w\s:;.,%#()+-]*$/

/**
 * Moves `style` attributes into rules: the Content-Security-Policy allows styles by their hash alone. React writes quotes
 * of texts as entities, so that nothing but an attribute is found. At hydration React leaves attributes as they are, and
 * what it sets on the element later outweighs its rule.
 */
function withRules(drawn: string): { html: string; css: string } {
  const numbers = new Map<string, number>()
  const html = drawn.replaceAll(/ style="([^"]*)"/g, (_, style: string) => {
    if (!harmless.test(style)) return ''
    const number = numbers.get(style) ?? numbers.size
    numbers.set(style, number)
    return ` data-style="${number}"`
  })
  const css = [...numbers].map(([style, number]) => `#root [data-style="${number}"]{${style}}`).join('')
  return { html, css }
}

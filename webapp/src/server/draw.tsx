import { text } from 'node:stream/consumers'
import type { i18n } from 'i18next'
import { prerenderToNodeStream } from 'react-dom/static'
import { I18nextProvider } from 'react-i18next'
import { StaticRouter } from 'react-router'
import { App } from '@/app/app'
import { basenameOf, localised, type Locale } from '@/i18n/locales'
import { Singletons } from '@/singletons'

export interface Drawing {
  html: string
  /** Links for the head: the pictures that are seen first. */
  preloads: string
}

/** A page as HTML, for the root of the document. Nothing of it depends on a member. */
export async function draw(
  path: string,
  locale: Locale,
  known: Readonly<Record<string, unknown>>,
  texts: i18n,
): Promise<Drawing> {
  const problems: unknown[] = []
  const { prelude } = await prerenderToNodeStream(
    <I18nextProvider i18n={texts}>
      <App
        singletons={new Singletons()}
        known={known}
        provider={() => new Map()}
        routed={(screens) => (
          <StaticRouter basename={basenameOf(locale)} location={localised(locale, path)}>
            {screens}
          </StaticRouter>
        )}
      />
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
  return { html: html.replaceAll(/<link rel="preload"[^>]*>/g, ''), preloads: preloads.join('') }
}

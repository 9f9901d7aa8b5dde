import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '@/i18n/locales'
import { languagesAttribute, type OwnLanguages } from '@/i18n/own-languages'
import type { Drawing } from './draw'
import { escapeJson } from './head'
import type { Known } from './facts'

/** Files of the build by the module they hold (`vite.config.ts`). */
export type Files = Readonly<Record<string, { scripts: string[]; styles: string[] }>>

/** Milliseconds until the app takes over a page on which nothing happens (`src/hydration.ts`). */
const quietTime = 3_000

/** The letters of the second file of each font (`styles/fonts.css`). */
const furtherLetters = /[\u0100-\u0151\u0154-\u0177\u0179-\u024f\u1e00-\u1eff]/

/** The built page, and the parts of it that differ by page and site. */
export function createDocuments(dist: string, files: Files) {
  const built = readFileSync(join(dist, 'index.html'), 'utf8')
  const [app] = built.match(/(?<=<script type="module"[^>]*src=")[^"]+/) ?? []
  const appFiles = [...built.matchAll(/<link rel="modulepreload"[^>]*href="([^"]+)"/g)].map(([, href]) => href!)
  const shellStyles = [...built.matchAll(/<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+)"[^>]*>/g)]
  const read = (name: string) => readFileSync(join(dist, name), 'utf8')
  const styles: Readonly<Record<string, string>> = Object.fromEntries(
    [...shellStyles.map(([, name]) => name!), ...Object.values(files).flatMap((file) => file.styles)].map((name) => [
      name,
      read(name),
    ]),
  )

  const furtherFonts = [
    ...new Set(
      Object.values(styles)
        .join('')
        .match(/[^(/]*-latin-ext-[^)]*\.woff2/g),
    ),
  ]
    .map((name) => `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin>`)
    .join('')

  const named = (head: string, locale: Locale, own: OwnLanguages) =>
    built
      .replace(/<html lang="[^"]*">/, `<html lang="${locale}"${languagesAttribute(own)}>`)
      .replace(/\s*<title>[^<]*<\/title>/, '')
      .replace(/\s*<meta name="description"[^>]*>/, () => head)

  return {
    /** The page without its content, which the script draws: for members. */
    empty: (head: string, locale: Locale, own: OwnLanguages): string => named(head, locale, own),

    /** A page with its content. Styles are within it, so that it is painted without another request. */
    drawn({ head, locale, own, theme, drawing, known, changes, isMember = false }: Drawn): {
      html: string
      styleHash: string
    } {
      const texts = new Set(drawing.screens.flatMap((screen) => screen.texts))
      const modules = [
        ...drawing.screens.map((screen) => screen.module),
        'src/app/footer/footer.tsx',
        ...(texts.size > 0 ? ['src/i18n/screen-texts.ts'] : []),
        ...['common', 'errors', ...texts].map((name) => `src/locales/${locale}/${name}.json`),
        ...(isMember ? ['src/app/shell/member/bars.ts'] : []),
      ]
      const wanted = modules.flatMap((module) => (files[module] ? [files[module]] : []))
      const extra = [...new Set(wanted.flatMap((file) => file.styles))].filter(
        (name) => !shellStyles.some(([, shell]) => shell === name),
      )
      const css = [
        theme,
        ...shellStyles.map(([, name]) => styles[name!]),
        ...extra.map((name) => styles[name]),
        drawing.css,
      ].join('')
      const scripts = [...new Set(wanted.flatMap((file) => file.scripts))]
      // A disabled link is not fetched, and marks these styles as present for the loader of chunks.
      const links = [...shellStyles.map(([, name]) => name!), ...extra]
        .map((name) => `<link rel="stylesheet" href="/${name}" disabled>`)
        .join('')
      const loaded = [...appFiles, ...scripts.map((name) => `/${name}`)].join(' ')
      const [starter] = files['src/hydration.ts']!.scripts
      const data = `data-app="${app}" data-files="${loaded}" data-wait="${quietTime}"`
      const script = `<script type="module" src="/${starter}" ${data}></script>`
      // Read before the page is painted.
      const [words, ...parts] = drawing.html.includes(' data-drafts-of=') ? files['src/device-words.ts']!.scripts : []
      const deviceWords = words
        ? parts.map((name) => `<link rel="modulepreload" href="/${name}" crossorigin>`).join('') +
          `<script type="module" src="/${words}" blocking="render"></script>`
        : ''
      const start = `<script type="application/json" id="start">${escapeJson({ locale, known, changes })}</script>`
      const fonts = furtherLetters.test(drawing.html) ? furtherFonts : ''
      const html = named(head + drawing.preloads + fonts, locale, own)
        .replace('<html ', isMember ? '<html data-tabbar="" ' : '<html ')
        .replaceAll(/\s*<(link rel="(stylesheet|modulepreload)"|script type="module")[^>]*>(<\/script>)?/g, '')
        .replace('</head>', () => `<style>${css}</style>${links}${deviceWords}${script}</head>`)
        .replace('<div id="root"></div>', () => `<div id="root">${drawing.html}</div>${start}`)
      return { html, styleHash: createHash('sha256').update(css).digest('base64') }
    },
  }
}

interface Drawn {
  head: string
  locale: Locale
  own: OwnLanguages
  theme: string
  drawing: Drawing
  known: Known
  changes: boolean
  /** Whether the page has a member's bars: the layout keeps the height of a phone's tab bar free
   * (`app/shell/use-tab-bar-height.ts`). */
  isMember?: boolean
}

export type Documents = ReturnType<typeof createDocuments>

import type { i18n } from 'i18next'
import front from '@/assets/hero/front.webp'
import type { Company, Settings } from '@/api/types'
import { keys } from '@/api/keys'
import { heroOf } from '@/features/home/model/hero'
import { readMarkdown, fillIn } from '@/features/legal/model/markdown'
import type { Locale } from '@/i18n/locales'
import { paths } from '@/paths'
import { documentTitle } from '@/ui/page-title'
import type { Known } from './facts'
import type { PublicPage } from './public-pages'

const longestDescription = 160

/** Text for an attribute or an element. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

/** JSON for an element that is data: nothing in it ends the element. */
export const escapeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`
const graph = (property: string, content: string) => `<meta property="${property}" content="${escapeHtml(content)}">`

export interface Naming {
  title: string
  description: string
}

/** The title as the screen itself names the window, and what search engines show below it. */
export function namingOf(page: PublicPage, locale: Locale, settings: Settings, known: Known, { t }: i18n): Naming {
  const isOwn = settings.domain_language === locale
  const hero = heroOf(settings, locale, t)
  const description = isOwn ? settings.description : hero.text
  const named = (title: string, lead = description): Naming => ({
    title: documentTitle(title, { site: settings.name, unseen: 0 }),
    description: lead,
  })
  if (page.path === paths.home) return named(isOwn ? settings.index_title : `${hero.title} ${hero.accent}`)
  if (page.path === paths.login) return named(t('account:login_title'), t('account:login_lead'))
  if (page.path === paths.signup) return named(t('account:signup_title'))
  if (page.path === paths.pricing) return named(t('credits:pricing_title'), t('credits:pricing_lead'))
  if (page.path === paths.transparency)
    return named(t('complaints:transparency_title'), t('complaints:transparency_about'))
  if (page.path === paths.languages) return named(t('account:languages_title'))
  if (page.name) return legalNaming(page, locale, settings, known, named)
  return named(t('not_found_title'), t('not_found_text'))
}

function legalNaming(
  page: PublicPage,
  locale: Locale,
  settings: Settings,
  known: Known,
  named: (title: string, lead?: string) => Naming,
): Naming {
  const company = known[keys.company] as Company
  const facts = { ...settings, site: settings.name, 'company.name': company.name } as unknown as Record<string, string>
  const text = readMarkdown(fillIn(known[`/pages/${locale}/${page.name}.md`] as string, facts, locale))
  const paragraphs = text.blocks.flatMap((block) =>
    block.kind === 'paragraph' ? [block.content.map((part) => part.text).join('')] : [],
  )
  // Facts that only the page itself fills in are no description.
  const words = paragraphs.find((paragraph) => !paragraph.includes('{{'))
  return named(text.title, words ? shortened(words) : undefined)
}

function shortened(text: string): string {
  if (text.length <= longestDescription) return text
  return `${text.slice(0, longestDescription).replace(/\s+\S*$/, '')} …`
}

/**
 * The addresses of a page in the languages of the site. Each names its language: the address without one is shown in the
 * language of the cookie, so it is no page of its own.
 */
export function addressesOf(path: string, settings: Settings) {
  const at = (locale: Locale) => `${settings.base_url}/${locale}${path}`
  return {
    at,
    alternates: settings.locales.map((locale) => ({ locale, href: at(locale) })),
    fallback: at(settings.domain_language),
  }
}

/** What search engines and link previews read of a public page. */
export function headOf(page: PublicPage, locale: Locale, settings: Settings, naming: Naming): string {
  const { at, alternates, fallback } = addressesOf(page.path, settings)
  const isOffered = settings.locales.includes(locale)
  const own = at(locale)
  const basics = [`<title>${escapeHtml(naming.title)}</title>`, meta('description', naming.description)]
  if (!page.isIndexed || !isOffered) return [...basics, meta('robots', 'noindex')].join('')
  const picture = `${settings.base_url}${front}`
  return [
    ...basics,
    `<link rel="canonical" href="${escapeHtml(own)}">`,
    ...alternates.map(
      ({ locale: other, href }) => `<link rel="alternate" hreflang="${other}" href="${escapeHtml(href)}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${escapeHtml(fallback)}">`,
    graph('og:type', 'website'),
    graph('og:site_name', settings.name),
    graph('og:title', naming.title),
    graph('og:description', naming.description),
    graph('og:url', own),
    graph('og:locale', locale),
    graph('og:image', picture),
    meta('twitter:card', 'summary_large_image'),
    page.path === paths.home ? jsonLd(settings, locale) : '',
  ].join('')
}

/** The site and its name for search engines; data, which no Content-Security-Policy is about. */
function jsonLd(settings: Settings, locale: Locale): string {
  const url = `${settings.base_url}/`
  const content = {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'WebSite', '@id': `${url}#site`, url, name: settings.name, inLanguage: locale },
      {
        '@type': 'Organization',
        '@id': `${url}#organization`,
        url,
        name: settings.name,
        logo: `${settings.base_url}/icons/icon-512.png`,
        email: settings.support_email,
      },
    ],
  }
  return `<script type="application/ld+json">${escapeJson(content)}</script>`
}

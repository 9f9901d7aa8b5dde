import type { Settings } from '@/api/types'
import { addressesOf, escapeHtml } from './head'
import { indexedPaths } from './public-pages'

/** What crawlers may read: everything that is a page, but the API and the pictures of members. */
export const robotsOf = (settings: Settings): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /media/',
    'Disallow: /chat-media/',
    `Sitemap: ${settings.base_url}/sitemap.xml`,
    // Of the landing pages, which the lander draws.
    `Sitemap: ${settings.base_url}/landers/sitemap.xml`,
    '',
  ].join('\n')

/** Every indexed page in every language of the site, each with the addresses of the others (sitemaps.org 0.9). */
export function sitemapOf(settings: Settings): string {
  const urls = indexedPaths().flatMap((path) => {
    const { alternates, fallback } = addressesOf(path, settings)
    const links = [...alternates, { locale: 'x-default', href: fallback }]
      .map(({ locale, href }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${escapeHtml(href)}"/>`)
      .join('')
    return alternates.map(({ href }) => `<url><loc>${escapeHtml(href)}</loc>${links}</url>`)
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

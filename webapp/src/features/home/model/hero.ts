import type { TFunction } from 'i18next'
import type { Settings } from '@/api/types'

/** The words at the top of the first page: the brand's own, else the product's. */
export function heroOf(
  settings: Pick<Settings, 'hero'> | undefined,
  language: string,
  t: TFunction,
): Settings['hero'][string] {
  // A server of the previous release sends no words.
  const own = (settings?.hero as Settings['hero'] | undefined)?.[language]
  return own ?? { title: t('hero_title'), accent: t('hero_title_accent'), text: t('hero_text') }
}

import type { TFunction } from 'i18next'
import type { Settings } from '@/api/types'

type Words = Settings['hero'][string]

/** The words of the first page: the brand's own, else the product's. */
export function heroOf(settings: Pick<Settings, 'hero'> | undefined, language: string, t: TFunction): Words {
  // A server of the previous release sends none, or those of the headline alone.
  const own = (settings?.hero as Settings['hero'] | undefined)?.[language] as Partial<Words> | undefined
  return {
    title: own?.title ?? t('hero_title'),
    accent: own?.accent ?? t('hero_title_accent'),
    text: own?.text ?? t('hero_text'),
    action: own?.action || t('hero_action'),
    steps_title: own?.steps_title || t('how_title'),
    steps: own?.steps ?? [],
  }
}

import { useSettings } from './use-settings'

/**
 * The name of the brand. Without a network the settings are not known: the page that the service worker keeps has the
 * name, too (`src/server/main.ts`).
 */
export function useSiteName(): string {
  const { settings } = useSettings()
  return settings?.name ?? nameOfPage()
}

function nameOfPage(): string {
  if (typeof document === 'undefined') return ''
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''
}

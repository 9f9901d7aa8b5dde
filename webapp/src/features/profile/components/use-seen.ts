import { useTranslation } from 'react-i18next'
import { useSettings } from '@/api/use-settings'

/** What this site shows of a profile or searches by; only that is worth telling it. */
export function useSeen() {
  const { t } = useTranslation('account')
  const { settings } = useSettings()
  const shows = (field: string) => settings?.visible_profile_fields.includes(field) ?? true
  return {
    shows,
    asks: (field: string) => shows(field) || (settings?.search_fields.includes(field) ?? true),
    /** Who sees it, where the site says so. */
    noteOn: (isShown: boolean) =>
      settings?.visible_profile_notes ? t(isShown ? 'note_shown' : 'note_kept_back') : undefined,
  }
}

import { useTranslation } from 'react-i18next'
import { useSettings } from '@/api/use-settings'

/** The fields that this site shows or searches by; others are not asked for. */
export function useSeen() {
  const { t } = useTranslation('account')
  const { settings } = useSettings()
  const shows = (field: string) => settings?.visible_profile_fields.includes(field) ?? true
  return {
    shows,
    asks: (field: string) => shows(field) || (settings?.search_fields.includes(field) ?? true),
    /** The audience, if the site names it. */
    noteOn: (isShown: boolean) =>
      settings?.visible_profile_notes ? t(isShown ? 'note_shown' : 'note_kept_back') : undefined,
  }
}

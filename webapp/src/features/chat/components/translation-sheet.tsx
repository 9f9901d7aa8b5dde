import { useTranslation } from 'react-i18next'
import type { Translator } from '@/api/types'
import { useSiteName } from '@/api/use-site-name'
import { countryName } from '@/i18n/country-name'
import { Button, DialogActions, Sheet } from '@/ui'

interface Props {
  translator: Translator
  /** The partner's. */
  name: string
  /** Null while it is closed. */
  onAllow: (() => void) | null
  onClose: () => void
}

/** Says where messages go before the first of them does. */
export default function TranslationSheet({ translator, name, onAllow, onClose }: Props) {
  const { t, i18n } = useTranslation('chat')
  const site = useSiteName()
  const { service, company, country, host } = translator
  const place = countryName(country, i18n.language)
  return (
    <Sheet open={onAllow !== null} onClose={onClose} title={t('translate_title', { service })}>
      <p>{t('translate_sent', { site, service, company, place, host })}</p>
      <p>{t('translate_kept', { site, name })}</p>
      <p>{t('translate_wrong')}</p>
      <DialogActions>
        <Button onClick={() => onAllow?.()}>{t('translate_allow')}</Button>
        <Button kind="secondary" onClick={onClose}>
          {t('not_now')}
        </Button>
      </DialogActions>
    </Sheet>
  )
}

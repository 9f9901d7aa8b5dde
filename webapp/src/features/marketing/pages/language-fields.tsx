import { useTranslation } from 'react-i18next'
import type { PageDocument } from '@/api/types'
import { FieldGroup } from '@/ui'
import { nameInItself } from '@/i18n/locales'
import { fieldId } from './place-name'
import styles from './editor.module.css'

interface Props {
  document: PageDocument
  languages: string[]
  onChange: (document: PageDocument) => void
}

/** The languages the page is offered in, and whether search engines list it. */
export function LanguageFields({ document, languages, onChange }: Props) {
  const { t } = useTranslation('landing')
  const chosen: string[] = document.languages ?? []
  const toggle = (language: string) => {
    const next = languages.filter((each) => chosen.includes(each) !== (each === language))
    onChange({ ...document, languages: next.length > 0 ? (next as PageDocument['languages']) : null })
  }
  return (
    <>
      <FieldGroup label={t('offered_in')} hint={t('offered_in_hint')} id={fieldId('languages')}>
        <div className={styles.swatches}>
          {languages.map((each) => (
            <label key={each} className={styles.swatch}>
              <input type="checkbox" checked={chosen.includes(each)} onChange={() => toggle(each)} />
              {nameInItself(each)}
            </label>
          ))}
        </div>
      </FieldGroup>
      <label className={styles.swatch}>
        <input
          type="checkbox"
          checked={document.is_unlisted ?? false}
          onChange={(event) => onChange({ ...document, is_unlisted: event.target.checked || null })}
        />
        {t('unlisted')}
      </label>
    </>
  )
}

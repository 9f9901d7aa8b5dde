import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from '@/features/settings/components/settings.module.css'
import { classes } from '@/ui'
import rows from '@/ui/rows.module.css'
import { useLanguages } from './use-languages'

/** Every language this site speaks, as a page of its own shows them. */
export function LanguageList() {
  const { i18n } = useTranslation()
  return (
    <ul className={rows.rows}>
      {useLanguages().map(({ code, name, href, choose }) => (
        <li key={code}>
          <a
            className={classes(rows.row, styles.link)}
            href={href}
            lang={code}
            hrefLang={code}
            aria-current={code === i18n.language || undefined}
            onClick={(event) => {
              event.preventDefault()
              void choose()
            }}
          >
            <strong className={rows.words}>{name}</strong>
            {code === i18n.language && <Check size={22} aria-hidden="true" />}
          </a>
        </li>
      ))}
    </ul>
  )
}

import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './language-list.module.css'
import { useLanguages } from './use-languages'

/** Every language this site speaks, as a page of its own shows them. */
export function LanguageList() {
  const { i18n } = useTranslation()
  return (
    <ul className={styles.list}>
      {useLanguages().map(({ code, name, href, choose }) => (
        <li key={code}>
          <a
            className={styles.language}
            href={href}
            lang={code}
            hrefLang={code}
            aria-current={code === i18n.language || undefined}
            onClick={(event) => {
              event.preventDefault()
              void choose()
            }}
          >
            <strong>{name}</strong>
            {code === i18n.language && <Check size={22} aria-hidden="true" />}
          </a>
        </li>
      ))}
    </ul>
  )
}

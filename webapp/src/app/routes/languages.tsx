import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from '../../features/settings/components/settings.module.css'
import { Page, PageTitle } from '../../ui'
import { useLanguages } from '../use-languages'

export default function LanguagesRoute() {
  const { t, i18n } = useTranslation('account')
  return (
    <Page width="narrow">
      <PageTitle title={t('languages_title')} lead={t('languages_lead')} />
      <ul className={styles.rows}>
        {useLanguages().map(({ code, name, href, choose }) => (
          <li key={code}>
            <a
              className={styles.row}
              href={href}
              lang={code}
              hrefLang={code}
              aria-current={code === i18n.language || undefined}
              onClick={(event) => {
                event.preventDefault()
                void choose()
              }}
            >
              <strong className={styles.words}>{name}</strong>
              {code === i18n.language && <Check size={22} aria-hidden="true" />}
            </a>
          </li>
        ))}
      </ul>
    </Page>
  )
}

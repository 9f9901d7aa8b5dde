import { Check, Globe } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { IconButton, Menu, menuItem } from '@/ui'
import { paths } from '@/paths'
import { useLanguages } from './use-languages'

/** The languages of the visitor's country by their own names; a choice is a new address and a cookie for a year. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation()
  const languages = useLanguages()
  const visible = languages.filter((language) => language.visible)
  return (
    <Menu
      label={t('language')}
      trigger={(props) => (
        <IconButton {...props} label={t('language')}>
          <Globe size={22} />
        </IconButton>
      )}
    >
      {visible.map(({ code, name, href, choose }) => (
        <a
          key={code}
          className={menuItem()}
          href={href}
          lang={code}
          hrefLang={code}
          aria-current={code === i18n.language || undefined}
          onClick={(event) => {
            event.preventDefault()
            void choose()
          }}
        >
          {name}
          {code === i18n.language && <Check size={20} aria-hidden="true" />}
        </a>
      ))}
      {visible.length < languages.length && (
        <Link className={menuItem()} to={paths.languages}>
          {t('languages_all')}
        </Link>
      )}
    </Menu>
  )
}

import { Check, Globe } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton, Menu, menuItem } from '../ui'
import { useLanguages } from './use-languages'

/** Each language by its own name; a choice is a new address and a cookie for a year. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation()
  return (
    <Menu
      label={t('language')}
      trigger={(props) => (
        <IconButton {...props} label={t('language')}>
          <Globe size={22} />
        </IconButton>
      )}
    >
      {useLanguages().map(({ code, name, href, choose }) => (
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
    </Menu>
  )
}

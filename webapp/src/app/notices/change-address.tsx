import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'

/** Beside an address we wrote to: the way to another. */
export function ChangeAddress() {
  const { t } = useTranslation('signup')
  return <Link to={paths.setting('email')}>{t('change_address')}</Link>
}

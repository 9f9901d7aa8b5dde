import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useDates } from '@/i18n/use-dates'
import { WayBack } from '@/features/session/components/way-back'
import { LinkButton, Page, PageTitle } from '@/ui'
import { paths } from '@/paths'
import styles from './login.module.css'

export default function AccountDeletedRoute() {
  const { t } = useTranslation(['account', 'common'])
  const { day } = useDates()
  const until = new Date(useSearchParams()[0].get('until') ?? '')
  const date = Number.isNaN(until.getTime()) ? null : day(until)
  return (
    <Page width="reading">
      <PageTitle title={t('deleted_title')} lead={date ? t('deleted_text', { date }) : t('deleted_text_plain')} />
      <section className={styles.wayBack} aria-labelledby="way-back">
        <h2 id="way-back">{t('way_back_title')}</h2>
        <p>{t('way_back_lead')}</p>
        <WayBack />
      </section>
      <div>
        <LinkButton kind="quiet" to={paths.home}>
          {t('common:not_found_action')}
        </LinkButton>
      </div>
    </Page>
  )
}

import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { Company } from '@/api/types'
import { useCompany, useSettings } from '@/api/use-settings'
import { ConsentChoice } from '@/features/consent/components/consent-choice'
import { useLegalPage } from '@/features/legal/api/use-legal-page'
import { LegalText } from '@/features/legal/components/legal-text'
import { PageContents } from '@/features/legal/components/page-contents'
import { termsDate } from '@/features/legal/model/dates'
import { fitShares, fitSteps } from '@/features/legal/model/fit-shares'
import { fillIn, onlyTrue, readMarkdown } from '@/features/legal/model/markdown'
import { countryName } from '@/i18n/country-name'
import { useDates } from '@/i18n/use-dates'
import { ErrorState, Loading, Page, PageTitle, Skeleton } from '@/ui'
import { NotFound } from '@/app/errors/not-found'
import { pageNames, type PageName } from '@/paths'
import styles from './legal.module.css'

export default function LegalRoute() {
  const { name } = useParams()
  return pageNames.includes(name as PageName) ? <LegalPage name={name as PageName} /> : <NotFound />
}

function LegalPage({ name }: { name: PageName }) {
  const { t, i18n } = useTranslation('signup')
  const { calendarDay } = useDates()
  const { settings } = useSettings()
  const company = useCompany()
  const { source, error, retry } = useLegalPage(i18n.language, name)
  if (error) {
    return (
      <Page width="reading">
        <ErrorState error={error} onRetry={retry} />
      </Page>
    )
  }
  if (!source || !settings || !company) {
    return (
      <Page className={styles.beside}>
        <div />
        <div className={styles.page}>
          <Loading>
            <Skeleton height="40px" width="60%" />
            <Skeleton height="320px" />
          </Loading>
        </div>
      </Page>
    )
  }
  const facts = {
    site: settings.name,
    min_age: settings.min_age,
    free_messages: settings.free_messages,
    message_credits: settings.message_credits,
    refund_days: settings.refund_days,
    support_email: settings.support_email,
    contact_email: settings.contact_email,
    contact_languages: languageNames(settings.contact_languages, i18n.language),
    fit_weights: fitShares(settings.fit_weights, t, i18n.language),
    fit_window: settings.fit_points.window,
    fit_interests: fitSteps('interests', settings.fit_points, t),
    fit_distance: fitSteps('distance', settings.fit_points, t),
    fit_age: fitSteps('age', settings.fit_points, t),
    // Processors of a site that has them switched on: elsewhere their paragraphs are empty, and left out.
    translation: settings.translation
      ? t('privacy_translation', {
          ...settings.translation,
          country: countryName(settings.translation.country, i18n.language),
        })
      : '',
    calls: settings.calls ? t('privacy_calls') : '',
    'company.name': company.name,
    'company.country': countryName(company.country, i18n.language),
    'company.details': detailsOf(company, i18n.language),
  }
  const told = onlyTrue(source, { fictional_profiles: settings.fictional_warning })
  const page = readMarkdown(fillIn(told, facts, i18n.language))
  const at =
    name === 'terms' ? termsDate(company.added, settings.terms_version) : page.updated && new Date(page.updated)
  const date = at && calendarDay(at)
  return (
    <Page className={styles.beside}>
      <PageContents blocks={page.blocks} />
      <div className={styles.page}>
        <PageTitle
          title={page.title}
          {...(date && { lead: name === 'terms' ? t('in_force', { date }) : t('updated', { date }) })}
        />
        <LegalText blocks={page.blocks} />
        {name === 'cookies' && <ConsentChoice />}
      </div>
    </Page>
  )
}

function languageNames(codes: string[], language: string): string {
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return new Intl.ListFormat(language).format(codes.map((code) => names.of(code) ?? code))
}

function detailsOf(company: Company, language: string): string {
  const place = [company.address, company.city, countryName(company.country, language)].filter(Boolean).join(', ')
  const registered = [
    company.kvk && `${company.country === 'NL' ? 'KvK' : 'Reg.'} ${company.kvk}`,
    ...(company.vat_numbers ?? []),
  ]
  return [company.name, place, company.support_phone, registered.filter(Boolean).join(' · ')].filter(Boolean).join('\n')
}

import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useCompany, useSettings } from '../../api/use-settings'
import type { Company } from '../../api/types'
import { LegalText } from '../../features/legal/components/legal-text'
import { Page, PageTitle } from '../../ui'
import { NotFound } from '../not-found'
import { pageNames, type PageName } from '../paths'

const firstTerms = '2023-12-01T12:00:00Z'

function termsDate(company: Company | undefined): Date {
  const added = company?.added
  return new Date(added && new Date(added) > new Date(firstTerms) ? added : firstTerms)
}

function companyLines(company: Company | undefined): string {
  if (!company) return ''
  const registered = [company.kvk && `KvK ${company.kvk}`, ...(company.vat_numbers ?? [])].filter(Boolean).join(' · ')
  const place = [company.address, company.city, company.country].filter(Boolean).join(', ')
  return [company.name, place, company.support_phone, registered].filter(Boolean).join('\n')
}

export default function LegalRoute() {
  const { t, i18n } = useTranslation('legal')
  const { name } = useParams()
  const { settings } = useSettings()
  const company = useCompany()
  if (!pageNames.includes(name as PageName)) return <NotFound />
  const page = name as PageName
  const date = termsDate(company).toLocaleDateString(i18n.language, { dateStyle: 'long' })
  return (
    <Page width="reading">
      <PageTitle title={t(`${page}_title`)} {...(page === 'terms' && { lead: t('updated', { date }) })} />
      <LegalText
        page={page}
        facts={{
          name: settings?.name ?? 'Pairwise',
          min_age: settings?.min_age ?? 18,
          email: settings?.support_email ?? '',
          refund_days: settings?.refund_days ?? 14,
          credits: settings?.message_credits ?? 2,
          free: settings?.free_messages ?? 3,
          company: companyLines(company),
        }}
      />
    </Page>
  )
}

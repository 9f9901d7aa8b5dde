import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DownloadCopy } from '@/features/mydata/components/download-copy'
import { Page, PageTitle } from '@/ui'

export default function MyDataRoute() {
  const { t } = useTranslation('mydata')
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '')
  return (
    <Page width="reading">
      <PageTitle title={t('download_title')} lead={t('download_text')} />
      <DownloadCopy token={token} />
    </Page>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSecondFactor } from '@/features/security/api/second-factor'
import { ProofDialog } from '@/features/security/components/proof-dialog'
import { Button, EmptyState, LinkButton, Page, PageTitle } from '@/ui'
import { paths } from '@/paths'

/** A desk session that expired through disuse: proving the second factor opens it again. */
export function ClosedDesk({ title }: { title: string }) {
  const { t } = useTranslation('staff')
  const { data: factor } = useSecondFactor()
  const [isProving, setProving] = useState(false)
  const again = factor?.on === true
  const toSettings = <LinkButton to={paths.settings}>{t('closed_action')}</LinkButton>
  const toProof = <Button onClick={() => setProving(true)}>{t('closed_again_action')}</Button>
  return (
    <Page width="reading">
      <PageTitle title={title} />
      <EmptyState
        title={t(again ? 'closed_again' : 'closed')}
        text={t(again ? 'closed_again_text' : 'closed_text')}
        action={again ? toProof : toSettings}
      />
      {isProving && <ProofDialog onProved={() => window.location.reload()} onClose={() => setProving(false)} />}
    </Page>
  )
}

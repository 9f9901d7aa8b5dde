import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import type { DirectDebit, SavedMethod } from '@/api/types'
import { paths } from '@/paths'
import { PageTitle, useToast } from '@/ui'
import { useSavedMethods } from '@/features/credits/api/saved-methods'
import { withNext } from '@/features/credits/model/purchase'
import { CodeStep } from './code-step'
import { DirectDebitFields } from './direct-debit-fields'
import { useCode, useNext } from './use-next'

/** Account, number, code: then the account pays with one press. */
export function DirectDebitScreen() {
  const showToast = useToast()
  const { t } = useTranslation('credits')
  const [applied, setApplied] = useState<DirectDebit | null>(null)
  const [search] = useSearchParams()
  const { retry } = useSavedMethods()
  const navigate = useNavigate()
  const next = useNext()
  const code = useCode()

  const done = (method: SavedMethod) => {
    retry()
    showToast({ text: t('debit_done'), kind: 'success' })
    const wanted = new URLSearchParams({
      method: method.id,
      ...(search.get('package') && { package: search.get('package')! }),
    })
    void navigate(withNext(`${paths.repeatOrder}?${wanted}`, next, code))
  }
  return (
    <>
      <PageTitle
        title={applied ? t('debit_code_title') : t('debit_title')}
        lead={applied ? undefined : t('debit_lead')}
      />
      {/* What was typed stays when one goes back to change it. */}
      <div hidden={applied !== null}>
        <DirectDebitFields onApplied={setApplied} />
      </div>
      {applied && <CodeStep key={applied.id} applied={applied} onBack={() => setApplied(null)} onDone={done} />}
    </>
  )
}

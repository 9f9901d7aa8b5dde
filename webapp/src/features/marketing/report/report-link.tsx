import { Link } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, useToast } from '@/ui'

/** Copies the address, which is the whole view: a bookmark of it is a saved view, and a colleague can open it. */
export function ReportLink() {
  const { t } = useTranslation('marketing')
  const showToast = useToast()
  const copy = async () => {
    await navigator.clipboard.writeText(globalThis.location.href)
    showToast({ text: t('view_copied'), kind: 'success' })
  }
  return (
    <Button kind="secondary" icon={<Link size={20} aria-hidden="true" />} onClick={() => void copy()}>
      {t('view_copy')}
    </Button>
  )
}

import { Button, Notice, Page, PageTitle } from '@/ui'
import styles from '@/app/routes/login.module.css'

interface Props {
  title: string
  lead: string
  action: string
  danger?: boolean
  busy: boolean
  failure?: string | undefined
  onConfirm: () => void
}

/**
 * A mailed link before it acts: what will happen, and the button that does it. Mail scanners open links and run their
 * scripts, so opening the page sends nothing.
 */
export function ConfirmLink({ title, lead, action, danger, busy, failure, onConfirm }: Props) {
  return (
    <Page width="narrow" className={styles.page}>
      <PageTitle title={title} lead={lead} />
      {failure && (
        <Notice kind="danger" role="alert">
          {failure}
        </Notice>
      )}
      <div>
        <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Page>
  )
}

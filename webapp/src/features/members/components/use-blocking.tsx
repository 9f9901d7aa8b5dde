import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Card } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { paths } from '@/paths'
import { Button, Dialog, DialogActions, useToast } from '@/ui'
import { useBlock } from '@/features/members/api/use-block'

export interface Blocking {
  blocked: boolean
  busy: boolean
  ask: () => void
  /** Blocks without asking; the notice afterwards undoes it. */
  blockNow: () => void
  unblock: () => void
  /** Where to complain about them. */
  reportLink: string
  dialog: ReactNode
}

/** Blocking a member: asked first, said afterwards, and possible to undo. */
export function useBlocking(
  { id, name }: Pick<Card, 'id' | 'name'>,
  blocked: boolean,
  onUnblocked?: () => void,
): Blocking {
  const showToast = useToast()
  const { t } = useTranslation(['members', 'common'])
  const errorText = useErrorText()
  const { block, unblock } = useBlock()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  const run = async (change: (id: string) => Promise<void>, done: () => void) => {
    if (busy) return
    setBusy(true)
    try {
      await change(id)
      setAsking(false)
      done()
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  const undo = () =>
    void run(unblock, () => {
      showToast({ text: t('members:unblocked', { name }), kind: 'success' })
      onUnblocked?.()
    })
  const confirm = () =>
    void run(block, () =>
      showToast({ text: t('members:blocked_done', { name }), action: { label: t('common:undo'), run: undo } }),
    )

  return {
    blocked,
    busy,
    ask: () => setAsking(true),
    blockNow: confirm,
    unblock: undo,
    reportLink: paths.complaintAbout(id),
    dialog: (
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('members:block_title', { name })}
        closable={!busy}
      >
        <p>{t('members:block_text', { name })}</p>
        <DialogActions>
          <Button kind="danger" busy={busy} onClick={confirm}>
            {t('members:block', { name })}
          </Button>
          <Button kind="secondary" onClick={() => setAsking(false)}>
            {t('common:cancel')}
          </Button>
        </DialogActions>
      </Dialog>
    ),
  }
}

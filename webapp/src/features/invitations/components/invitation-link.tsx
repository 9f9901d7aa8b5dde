import { Copy, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Invitation } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice, TextInput, useToast } from '@/ui'
import styles from './invitations.module.css'

interface Props {
  invitation: Invitation
  onRevoke: () => Promise<void>
}

/** One open link: copied, shared where the browser can, or revoked. */
export function InvitationLink({ invitation, onRevoke }: Props) {
  const { t, i18n } = useTranslation('settings')
  const showToast = useToast()
  const errorText = useErrorText()
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  const { url } = invitation
  const attempt = async (work: () => Promise<void>, done: string | null) => {
    setState({ busy: true, error: null })
    try {
      await work()
      setState({ busy: false, error: null })
      if (done) showToast({ text: done, kind: 'success' })
    } catch (error) {
      // Closing the browser's own share sheet is no failure.
      setState({ busy: false, error: error instanceof DOMException && error.name === 'AbortError' ? null : error })
    }
  }
  return (
    <section className={styles.link}>
      <TextInput
        label={t('invite_link')}
        readOnly
        value={url}
        hint={t('invite_joined', { number: invitation.signed_up.toLocaleString(i18n.language) })}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.actions}>
        <Button
          kind="secondary"
          icon={<Copy size={20} aria-hidden="true" />}
          onClick={() => void attempt(() => navigator.clipboard.writeText(url), t('invite_copied'))}
        >
          {t('invite_copy')}
        </Button>
        {'share' in navigator ? (
          <Button
            kind="secondary"
            icon={<Share2 size={20} aria-hidden="true" />}
            onClick={() => void attempt(() => navigator.share({ url }), null)}
          >
            {t('invite_share')}
          </Button>
        ) : null}
        <Button
          kind="secondary"
          busy={state.busy}
          icon={<Trash2 size={20} aria-hidden="true" />}
          onClick={() => void attempt(onRevoke, t('invite_revoked'))}
        >
          {t('invite_revoke')}
        </Button>
      </div>
      {state.error ? <Notice kind="danger" role="alert" title={errorText(state.error)} /> : null}
    </section>
  )
}

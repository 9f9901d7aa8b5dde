import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, LinkButton, Notice, useToast } from '@/ui'
import { isSomeoneElse, useBlocked } from '@/features/members/api/use-blocked'
import { useBlocking } from './use-blocking'

/** An offer where this may be the new account of a person one has blocked; nothing otherwise. */
export function MaybeBlocked({ who }: { who: { id: Id; name: string } }) {
  const { t } = useTranslation('members')
  const showToast = useToast()
  const errorText = useErrorText()
  const { data, mutate } = useBlocked()
  const { busy, ask, reportLink, dialog } = useBlocking(who, false)
  const offer = data?.suspected.find(({ profile }) => profile.id === who.id)
  if (!offer) return null

  const dismiss = async () => {
    try {
      await isSomeoneElse(who.id)
      await mutate()
    } catch (failure) {
      showToast({ text: errorText(failure), kind: 'danger' })
    }
  }
  return (
    <>
      <Notice
        title={t('maybe_blocked_title', { name: who.name })}
        actions={
          <>
            <Button kind="secondary" small busy={busy} onClick={ask}>
              {t('block', { name: who.name })}
            </Button>
            <LinkButton kind="quiet" small to={reportLink}>
              {t('report', { name: who.name })}
            </LinkButton>
            <Button kind="quiet" small onClick={() => void dismiss()}>
              {t('maybe_blocked_no')}
            </Button>
          </>
        }
      >
        {t('maybe_blocked_text', { name: offer.blocked_name })}
      </Notice>
      {dialog}
    </>
  )
}

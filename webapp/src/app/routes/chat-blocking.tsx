import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { MaybeBlocked } from '@/features/members/components/maybe-blocked'
import { useBlocking } from '@/features/members/components/use-blocking'
import { Button } from '@/ui'

interface Who {
  id: Id
  name: string
}

/** A chat with a way to block the one in it. */
export function WithBlocking({ who, children }: { who: Who; children: (onBlock: () => void) => ReactNode }) {
  const { ask, dialog } = useBlocking(who, false)
  return (
    <>
      <MaybeBlocked who={who} />
      {children(ask)}
      {dialog}
    </>
  )
}

export function Unblock({ who, onDone }: { who: Who; onDone: () => void }) {
  const { t } = useTranslation('members')
  const { busy, unblock } = useBlocking(who, true, onDone)
  return (
    <Button busy={busy} onClick={unblock}>
      {t('unblock', { name: who.name })}
    </Button>
  )
}

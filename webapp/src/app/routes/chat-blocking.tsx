import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { MaybeBlocked } from '@/features/members/components/maybe-blocked'
import { useBlocking } from '@/features/members/components/use-blocking'
import { Button } from '@/ui'

const UnmatchDialog = lazy(() => import('@/features/members/components/unmatch-dialog'))

interface Who {
  id: Id
  name: string
}

/** A chat with ways to block the one in it and to end the contact. */
export function WithBlocking({
  who,
  children,
}: {
  who: Who
  children: (onBlock: () => void, onUnmatch: () => void) => ReactNode
}) {
  const { ask, dialog } = useBlocking(who, false)
  const [isUnmatching, setUnmatching] = useState(false)
  return (
    <>
      <MaybeBlocked who={who} />
      {children(ask, () => setUnmatching(true))}
      {dialog}
      {isUnmatching && (
        <Suspense>
          <UnmatchDialog who={who} onClose={() => setUnmatching(false)} />
        </Suspense>
      )}
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

import { useEffect } from 'react'
import { api } from '@/api/client'
import { withBlurredSeen } from '@/features/likes/model/lists'
import { useChangeLikes } from './use-change-likes'

/** Marks the blurred likes as seen once their number is shown. */
export function useBlurredSeen(areNew: boolean): void {
  const changeLikes = useChangeLikes()
  useEffect(() => {
    if (!areNew) return
    // If this fails they are simply new again with the next refresh.
    api.put('likes.php', {}).then(
      () => changeLikes(withBlurredSeen),
      () => undefined,
    )
  }, [areNew, changeLikes])
}

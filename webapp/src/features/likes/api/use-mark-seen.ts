import { useEffect } from 'react'
import { api } from '@/api/client'
import type { Id } from '@/api/types'
import { whenTakenOver } from '@/api/taken-over'
import { useLikes } from '@/api/use-likes'
import { isNewLike, withSeen } from '@/features/likes/model/lists'
import { useChangeLikes } from './use-change-likes'

/** Opening the profile of someone who likes you clears the mark of that like. */
export function useMarkSeen(id: Id): void {
  const { data: likes } = useLikes()
  const changeLikes = useChangeLikes()
  const isNew = isNewLike(likes, id)
  useEffect(() => {
    if (!isNew) return
    void whenTakenOver().then(() => changeLikes((now) => withSeen(now, id)))
    // If this fails the like is simply new again with the next refresh.
    api.put('likes.php', { profile_id: id }).catch(() => undefined)
  }, [id, isNew, changeLikes])
}

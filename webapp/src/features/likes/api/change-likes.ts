import { mutate } from 'swr'
import { keys } from '../../../api/keys'
import type { Likes } from '../../../api/types'

export function changeLikes(change: (likes: Likes) => Likes): Promise<unknown> {
  return mutate<Likes>(keys.likes, (likes) => likes && change(likes), { revalidate: false })
}

import type { User } from '@/api/types'
import { useChats } from '@/api/use-chats'
import { useLikes } from '@/api/use-likes'
import { useOwnProfile } from '@/api/profile/use-own-profile'
import { Checklist } from '@/features/activation/components/checklist'
import { paths } from '@/paths'

/** The checklist of the first steps, from the member's own profile and settings. */
export function FirstSteps({ user }: { user: User }) {
  const { profile } = useOwnProfile()
  const likes = useLikes().data
  const chats = useChats().data
  if (!profile || !likes || !chats) return null
  const facts = {
    confirmed: user.status === 'active',
    photo: profile.photo_count > 0,
    about: Boolean(profile.about),
    reached: likes.profiles.length > 0 || chats.chats.length > 0,
  }
  return (
    <Checklist
      memberId={user.id}
      facts={facts}
      to={{ confirmed: null, photo: paths.profile, about: paths.profile, reached: paths.members }}
    />
  )
}

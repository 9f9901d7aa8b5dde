import { MessageCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams } from 'react-router'
import type { Card } from '@/api/types'
import { useUser } from '@/api/use-user'
import { GiftAction } from '@/features/chat/components/gift-action'
import { RemoveChatWith } from '@/features/chat/components/remove-chat-with'
import { useMarkSeen } from '@/features/likes/api/use-mark-seen'
import { LikeAction, LikeButton } from '@/features/likes/components/like-button'
import { PartLike } from '@/features/likes/components/part-like'
import { useReportLook } from '@/features/looks/api/use-report-look'
import { useProfile } from '@/features/members/api/use-profile'
import { CardMenu } from '@/features/members/components/card-menu'
import { ClosedProfile } from '@/features/members/components/closed-profile'
import { ProfileSkeleton } from '@/features/members/components/profile-skeleton'
import { ProfileView } from '@/features/members/components/profile-view'
import { RelatedMembers } from '@/features/members/components/related-members'
import { LinkButton } from '@/ui'
import { paths } from '@/paths'

export default function MemberRoute() {
  const { t } = useTranslation('members')
  const { id = '' } = useParams()
  const { user } = useUser()
  const navigate = useNavigate()
  const preview = (useLocation().state as { card?: Card } | null)?.card
  const { data: profile, error, mutate } = useProfile(id)
  useMarkSeen(id)
  useReportLook(profile?.is_own === false ? id : undefined)

  const card = profile ?? (preview?.id === id ? preview : undefined)
  if (error && !profile) return <ClosedProfile error={error} onRetry={() => void mutate()} />
  if (!card) return <ProfileSkeleton />
  return (
    <ProfileView
      key={id}
      card={card}
      profile={profile}
      actions={
        <>
          <LinkButton to={paths.memberChat(id)} icon={<MessageCircle size={22} aria-hidden="true" />}>
            {t('message')}
          </LinkButton>
          <LikeAction card={card} />
          {user && <GiftAction partner={card} memberId={user.id} onSent={() => void navigate(paths.memberChat(id))} />}
        </>
      }
      likeOf={(part) => <PartLike card={card} part={part} />}
      menu={<RemoveChatWith profile={card} />}
      ownAction={<LinkButton to={paths.profile}>{t('edit_profile')}</LinkButton>}
      related={
        profile &&
        !profile.is_own &&
        !profile.blocked_by_me && (
          <RelatedMembers
            card={card}
            action={(other) => (
              <>
                <LikeButton card={other} />
                <CardMenu card={other} />
              </>
            )}
          />
        )
      }
    />
  )
}

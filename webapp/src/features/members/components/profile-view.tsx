import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnProfile } from '@/api/profile/use-own-profile'
import type { Card, Profile } from '@/api/types'
import { Button, Loading, Notice, Page, Skeleton } from '@/ui'
import { Gallery } from './gallery'
import { Highlights } from './highlights'
import { MaybeBlocked } from './maybe-blocked'
import { PhotoViewer } from './photo-viewer'
import { ProfileHeader } from './profile-header'
import { ProfileFacts } from './profile-facts'
import { ProfileNotices } from './profile-notices'
import { ProfilePhoto } from './profile-photo'
import styles from './profile-view.module.css'
import { PromptAnswers, type LikeablePart } from './prompt-answers'
import { Safety } from './safety'
import { SharedThings } from './shared-things'
import { useBlocking } from './use-blocking'

interface Props {
  /** The card of a list; shown until the profile is loaded. */
  card: Card
  profile: Profile | undefined
  /** Message and like, within the thumb. */
  actions: ReactNode
  /** Instead of the actions, on one's own profile. */
  ownAction: ReactNode
  /** The like for one photo or answer. */
  likeOf?: (part: LikeablePart) => ReactNode
  /** Further entries of the profile's menu. */
  menu?: ReactNode
  /** Others who are much like them. */
  related?: ReactNode
}

export function ProfileView({ card, profile, actions, ownAction, likeOf, menu, related }: Props) {
  const { t } = useTranslation('members')
  const { profile: own } = useOwnProfile()
  const [shown, setShown] = useState<number | null>(null)
  const blocking = useBlocking(card, profile?.blocked_by_me ?? false)
  const photos = profile?.photos ?? (card.main_image ? [card.main_image] : [])
  const liking = profile && !profile.is_own && !profile.blocked_by_me ? likeOf : undefined
  const open = photos.length > 0 ? setShown : undefined

  return (
    <div className={styles.frame}>
      <Page className={styles.page}>
        <div className={styles.pictures}>
          <ProfilePhoto card={card} count={photos.length} onOpen={open && (() => open(0))} />
          {photos.length > 1 && <Gallery name={card.name} photos={photos} onOpen={setShown} />}
        </div>
        <ProfileHeader card={card} blocking={profile && !profile.is_own ? blocking : undefined} menu={menu} />
        <div className={styles.words}>
          <ProfileNotices card={card} isRenamed={profile?.is_renamed} />
          {profile && !profile.is_own && !profile.blocked_by_me && <MaybeBlocked who={card} />}
          {profile?.blocked_by_me && (
            <Notice
              title={t('blocked_by_me_title', { name: card.name })}
              actions={
                <Button kind="secondary" small busy={blocking.busy} onClick={blocking.unblock}>
                  {t('unblock', { name: card.name })}
                </Button>
              }
            >
              {t('blocked_by_me_text')}
            </Notice>
          )}
          {profile ? <ProfileWords profile={profile} own={own} onOpen={setShown} likeOf={liking} /> : <WordsSkeleton />}
          {profile && !profile.is_own && <Safety name={card.name} blocking={blocking} />}
        </div>
        {!profile?.blocked_by_me && <div className={styles.actions}>{profile?.is_own ? ownAction : actions}</div>}
        {related}
        <PhotoViewer name={card.name} photos={photos} at={shown} onClose={() => setShown(null)} likeOf={liking} />
        {blocking.dialog}
      </Page>
    </div>
  )
}

interface WordsProps {
  profile: Profile
  own: Profile | undefined
  onOpen: (index: number) => void
  likeOf: ((part: LikeablePart) => ReactNode) | undefined
}

function ProfileWords({ profile, own, onOpen, likeOf }: WordsProps) {
  const { t } = useTranslation('members')
  return (
    <>
      {!profile.is_own && <Highlights profile={profile} own={own} />}
      {!profile.is_own && <SharedThings profile={profile} own={own} />}
      {profile.about && (
        <section className={styles.section}>
          <h2>{t('about_title', { name: profile.name })}</h2>
          <p className={styles.about}>{profile.about}</p>
        </section>
      )}
      <PromptAnswers profile={profile} onOpen={onOpen} likeOf={likeOf} />
      <ProfileFacts profile={profile} own={own} />
    </>
  )
}

function WordsSkeleton() {
  return (
    <Loading className={styles.section}>
      <Skeleton width="40%" height="1.5em" />
      <Skeleton width="100%" />
      <Skeleton width="92%" />
      <Skeleton width="60%" />
    </Loading>
  )
}

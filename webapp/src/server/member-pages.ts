import { keys } from '@/api/keys'
import type { OwnProfileAnswer } from '@/api/profile/use-own-profile'
import type { Card, Id, Profile, Settings } from '@/api/types'
import { packagesKey } from '@/features/credits/api/use-packages'
import { searchKey } from '@/features/members/api/search'
import { profileKey } from '@/features/members/api/use-profile'
import { relatedKey } from '@/features/members/api/use-related'
import { queryOf, readFilters } from '@/features/members/model/filters'
import { notificationsKey } from '@/features/settings/api/notifications'
import { deckKey } from '@/features/swipe/api/swipe-game'
import { paths } from '@/paths'
import type { Known } from './facts'
import type { Ask } from './session'

/** A screen that the server draws for the member who asks. */
export interface MemberPage {
  path: string
  /** Answers of its own, by their SWR keys. */
  asks: (ask: Ask, settings: Settings) => Promise<Known>
}

/** What the bars of every screen of a member show. */
export async function askForBars(ask: Ask): Promise<Known> {
  const [chats, likes] = await Promise.all([ask('chat', keys.chats), ask('likes', keys.likes)])
  return { [keys.chats]: chats, [keys.likes]: likes }
}

const askForOwnProfile = async (ask: Ask) => (await ask('profiles', keys.ownProfile)) as OwnProfileAnswer

async function askForMembers(ask: Ask, settings: Settings): Promise<Known> {
  const own = await askForOwnProfile(ask)
  // As the screen asks that is opened without filters.
  const search = searchKey(queryOf(readFilters(new URLSearchParams(), settings.min_age), own.profile))
  return { [keys.ownProfile]: own, [search]: await ask('profiles', search) }
}

async function askForMember(ask: Ask, id: Id): Promise<Known> {
  const [own, { profile }, { profiles }] = await Promise.all([
    askForOwnProfile(ask),
    ask('profiles', profileKey(id)) as Promise<{ profile: Profile }>,
    ask('profiles', relatedKey(id)) as Promise<{ profiles: Card[] }>,
  ])
  return { [keys.ownProfile]: own, [profileKey(id)]: profile, [relatedKey(id)]: profiles }
}

async function askForPackages(ask: Ask): Promise<Known> {
  const own = await askForOwnProfile(ask)
  const packages = packagesKey({ country: own.profile.country })
  return { [keys.ownProfile]: own, [packages]: await ask('billing', packages) }
}

const nothing = () => Promise.resolve({})

const pages: readonly MemberPage[] = [
  { path: paths.members, asks: askForMembers },
  { path: paths.likes, asks: nothing },
  { path: paths.swipeGame, asks: async (ask) => ({ [deckKey]: await ask('likes', deckKey) }) },
  { path: paths.chats, asks: nothing },
  { path: paths.credits, asks: askForPackages },
  { path: paths.settings, asks: nothing },
  {
    path: paths.notifications,
    asks: async (ask) => ({ [notificationsKey]: await ask('notifications', notificationsKey) }),
  },
]

const ofMember = /^\/members\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** The profile of a member, which wide windows show beside the list of people: only phones show it alone. */
function memberPage(path: string, isPhone: boolean): MemberPage | null {
  const [, id] = ofMember.exec(path) ?? []
  if (!id || !isPhone) return null
  return { path, asks: (ask) => askForMember(ask, id) }
}

/** The page of a path without its language; null where the script draws all. */
export const findMemberPage = (path: string, isPhone: boolean): MemberPage | null =>
  pages.find((page) => page.path === path) ?? memberPage(path, isPhone)

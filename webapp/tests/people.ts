import type { Card, LikedByCard, LikedCard, Likes, OwnProfile, Profile } from '@/api/types'
import { facts, type Fact } from '@/words/fields'

/** Members for tests; each shows only what matters to it. */
export function aCard(more: Partial<Card> = {}): Card {
  return {
    id: 'anna',
    name: 'Anna',
    age: 29,
    gender: 'female',
    country: 'NL',
    region: 'nl-utrecht',
    region_name: 'Utrecht',
    town: 'Zeist',
    fictional: false,
    demonstration: false,
    presence: null,
    is_new: false,
    is_paused: false,
    verified_in: null,
    main_image: aPicture('anna-1'),
    ...more,
  }
}

export function aPicture(name: string) {
  return {
    thumb_src: `/media/${name}/160.webp`,
    src: `/media/${name}/400.webp`,
    large_src: `/media/${name}/800.webp`,
    thumbhash: '',
  }
}

const nothingSaid = {
  ...(Object.fromEntries(facts.map((name) => [name, null])) as Record<Fact, null>),
  looking_for: [],
  languages: [],
}

export const aProfilePhoto = (id: string) => ({ id, ...aPicture(id) })

export function aProfile(more: Partial<Profile> = {}): Profile {
  return {
    ...aCard(),
    about: null,
    interests: [],
    ...nothingSaid,
    sexuality: 'hetero',
    photos: [aProfilePhoto('anna-1')],
    photo_count: 1,
    prompts: [],
    is_own: false,
    blocked_by_me: false,
    is_renamed: false,
    distance_km: null,
    ...more,
  }
}

export function anOwnProfile(more: Partial<OwnProfile> = {}): OwnProfile {
  return {
    ...aProfile(),
    is_own: true,
    main_image: { ...aPicture('anna-1'), status: 'active' },
    shares_presence: true,
    about_held: false,
    town_id: 1,
    seeks: ['male'],
    wants_from: 18,
    wants_to: 120,
    accepts_looking_for: [],
    accepts_has_children: [],
    accepts_wants_children: [],
    date_of_birth: '1997-03-02',
    ...more,
  }
}

interface Some {
  profiles?: Partial<LikedCard>[]
  liked_by?: Partial<LikedByCard>[]
  matches?: Partial<LikedCard>[]
  total_new_likes?: number
}

export function someLikes({ profiles = [], liked_by = [], matches = [], total_new_likes = 0 }: Some): Likes {
  const liked = { liked_at: '2026-05-01T10:00:00Z', match: false, part: null }
  return {
    profiles: profiles.map((more) => ({ ...aCard(), ...liked, ...more })),
    liked_by: liked_by.map((more) => ({ ...aCard(), ...liked, like_new: false, ...more })),
    matches: matches.map((more) => ({ ...aCard(), ...liked, ...more })),
    total_new_likes,
    counts: { received: liked_by.length, sent: profiles.length, matches: matches.length },
    cursors: { received: null, sent: null, matches: null },
    veiled: null,
  }
}

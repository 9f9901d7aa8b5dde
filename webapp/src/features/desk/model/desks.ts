import type { DeskRole } from '@/api/types'
import { paths } from '@/paths'

interface DeskPlace {
  name: 'moderation' | 'support' | 'marketing' | 'writing' | 'finance' | 'people'
  to: string
}

const all: readonly (DeskPlace & { roles: readonly DeskRole[] })[] = [
  { name: 'moderation', to: paths.staff, roles: ['moderator', 'lead', 'read_only'] },
  { name: 'support', to: paths.support(), roles: ['support', 'read_only'] },
  { name: 'marketing', to: '/marketing', roles: ['marketer', 'read_only'] },
  { name: 'writing', to: paths.writing, roles: ['writer', 'read_only'] },
  { name: 'finance', to: paths.finance, roles: ['finance', 'read_only'] },
  { name: 'people', to: paths.deskPeople, roles: ['owner'] },
]

/** The desks that these roles open, in their order in the bar. */
export const desksOf = (roles: readonly DeskRole[]): DeskPlace[] =>
  all.filter((desk) => desk.roles.some((role) => roles.includes(role)))

import { traits } from '@/words/fields'
import { everywhere, type Filters } from './filters'

/** The filters without one of them, by the name the server gives it. */
export function without(filters: Filters, name: string): Filters | null {
  const trait = traits.find((one) => one === name)
  if (trait)
    return {
      ...filters,
      traits: Object.fromEntries(Object.entries(filters.traits).filter(([other]) => other !== trait)),
    }
  switch (name) {
    case 'region':
      return { ...filters, region: null }
    case 'country':
      return { ...filters, country: everywhere, region: null }
    case 'gender':
      return { ...filters, gender: null }
    case 'photo':
      return { ...filters, photo: false }
    case 'interests':
      return { ...filters, interests: [] }
    case 'radius':
      return { ...filters, radius: 'country' }
    case 'height_cm':
      return { ...filters, minHeight: null, maxHeight: null }
    case 'new':
      return { ...filters, isNew: false }
    case 'online':
      return { ...filters, isOnline: false }
    case 'verified':
      return { ...filters, isVerified: false }
    default:
      return null
  }
}

import { useTranslation } from 'react-i18next'
import { countryName } from '@/i18n/country-name'
import { useRegions } from '@/features/members/api/use-regions'
import { countryOf, type Filters } from '@/features/members/model/filters'

interface OwnTown {
  country: string
  town: string | null
}

interface Area {
  kind: 'near' | 'region' | 'country' | 'everywhere'
  name: string
}

/** Largest radius that is called near. */
const nearKm = 50

/** Where is being looked, in words; `near` is around one's own town, within a radius that deserves the word. */
export function useAreaName(filters: Filters, own: OwnTown | undefined, radiusKm: number | null): Area {
  const { i18n } = useTranslation()
  const country = own ? countryOf(filters, own.country) : null
  const { data: regions } = useRegions(filters.region ? country : null)
  if (!own) return { kind: 'near', name: '' }
  if (radiusKm !== null && radiusKm <= nearKm) return { kind: 'near', name: own.town ?? '' }
  if (!country) return { kind: 'everywhere', name: '' }
  const region = regions?.find(({ id }) => id === filters.region)
  if (region) return { kind: 'region', name: region.name }
  return { kind: 'country', name: countryName(country, i18n.language) }
}

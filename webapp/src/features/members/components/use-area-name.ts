import { useTranslation } from 'react-i18next'
import { countryName } from '@/i18n/country-name'
import { useRegions } from '@/features/members/api/use-regions'
import { countryOf, type Filters } from '@/features/members/model/filters'

interface Area {
  kind: 'near' | 'region' | 'country' | 'everywhere'
  name: string
}

/** Where is being looked, in words; `near` is the whole of one's own country. */
export function useAreaName(filters: Filters, ownCountry: string | undefined): Area {
  const { i18n } = useTranslation()
  const country = ownCountry ? countryOf(filters, ownCountry) : null
  const { data: regions } = useRegions(filters.region ? country : null)
  if (!ownCountry) return { kind: 'near', name: '' }
  if (!country) return { kind: 'everywhere', name: '' }
  const region = regions?.find(({ id }) => id === filters.region)
  if (region) return { kind: 'region', name: region.name }
  return { kind: country === ownCountry ? 'near' : 'country', name: countryName(country, i18n.language) }
}

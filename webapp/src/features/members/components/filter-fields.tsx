import { useTranslation } from 'react-i18next'
import type { Gender, OwnProfile } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import { countryName } from '@/i18n/country-name'
import { RadioChips, RangeField, Select } from '@/ui'
import { useRegions } from '@/features/members/api/use-regions'
import {
  agesOf,
  countryOf,
  everywhere,
  oldest,
  radii,
  radiusOf,
  soughtBy,
  type Filters,
  type Radius,
} from '@/features/members/model/filters'
import { FurtherFields } from './further-fields'
import styles from './filter-fields.module.css'

interface Props {
  filters: Filters
  own: OwnProfile
  onChange: (filters: Filters) => void
}

// As many people as the radius that is chosen by itself holds, where there are so many.
const enough = 60

/** By itself is no wish. */
function radiusChosen(value: string): Radius {
  return value === 'country' ? value : (radii.find((km) => String(km) === value) ?? null)
}

export function FilterFields({ filters, own, onChange }: Props) {
  const { t, i18n } = useTranslation(['members', 'common'])
  const { settings } = useSettings()
  const youngest = settings?.min_age ?? 18
  const seeks = soughtBy(own)
  const country = countryOf(filters, own.country)
  const { data: regions = [] } = useRegions(country)
  const countries = [...new Set([own.country, ...(settings?.countries ?? [])])]
    .map((code) => ({ code, name: countryName(code, i18n.language) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, i18n.language))
  const either = seeks.length > 1 ? [{ value: 'both' as const, label: t('members:everyone') }] : []
  const [from, to] = agesOf(filters, own)
  const radius = radiusOf(filters, own)
  const isAroundHome = filters.country === null || filters.country === everywhere || filters.country === own.country
  const change = (part: Partial<Filters>) => onChange({ ...filters, ...part })

  return (
    <>
      <RadioChips<Gender | 'both'>
        label={t('members:filter_gender')}
        value={filters.gender ?? (seeks.length > 1 ? 'both' : (seeks[0] ?? null))}
        onChange={(gender) =>
          change({ gender: gender === 'both' || (seeks.length === 1 && seeks[0] === gender) ? null : gender })
        }
        options={[...either, { value: 'female', label: t('common:women') }, { value: 'male', label: t('common:men') }]}
      />
      <RangeField
        label={t('members:filter_age')}
        fromLabel={t('members:filter_age_from')}
        toLabel={t('members:filter_age_to')}
        min={youngest}
        max={oldest}
        from={from ?? youngest}
        to={to ?? oldest}
        onChange={(minAge, maxAge) => change(agesChosen(minAge, maxAge, own, youngest))}
      />
      <Select
        label={t('members:filter_country')}
        value={country ?? everywhere}
        onChange={(event) =>
          change({ country: event.target.value === own.country ? null : event.target.value, region: null })
        }
      >
        <option value={everywhere}>{t('members:all_countries')}</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      {own.town_id === null ? (
        <p className={styles.hint}>{t('members:radius_needs_town')}</p>
      ) : (
        isAroundHome &&
        filters.region === null && (
          <Select
            label={t('members:filter_radius')}
            hint={radius === 'auto' ? t('members:radius_auto_hint', { count: enough }) : undefined}
            value={radius ?? 'country'}
            onChange={(event) => change({ radius: radiusChosen(event.target.value), region: null })}
          >
            {country && <option value="auto">{t('members:radius_auto')}</option>}
            {radii.map((km) => (
              <option key={km} value={km}>
                {t('members:distance_within', { km })}
              </option>
            ))}
            <option value="country">{country ? t('members:any_region') : t('members:everywhere')}</option>
          </Select>
        )
      )}
      {country && (
        <Select
          label={t(`members:region_${settings?.region_data[country] ?? 'region'}`)}
          value={filters.region ?? ''}
          onChange={(event) => change({ region: event.target.value || null })}
        >
          <option value="">{t('members:any_region')}</option>
          {regions.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <FurtherFields filters={filters} onChange={onChange} />
    </>
  )
}

/** The member's own wishes are no filter; anything else is, the widest range too. */
function agesChosen(from: number, to: number, own: OwnProfile, youngest: number): Pick<Filters, 'minAge' | 'maxAge'> {
  const usual = { from: Math.max(own.wants_from, youngest), to: Math.min(own.wants_to, oldest) }
  return { minAge: from === usual.from ? null : from, maxAge: to === usual.to ? null : to }
}

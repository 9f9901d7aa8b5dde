import { CircleQuestionMark, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Gender, OwnProfile } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import { paths } from '@/paths'
import { Chip, ChipRow, LinkButton } from '@/ui'
import { furtherCount, isFiltered, noFilters, ordersOf, soughtBy, type Filters } from '@/features/members/model/filters'
import { FilterSheet } from './filter-sheet'
import { useAgeWords } from './use-age-words'
import { useAreaName } from './use-area-name'

interface Props {
  filters: Filters
  own: OwnProfile
  /** The radius of the search that is shown. */
  radiusKm: number | null
  onChange: (filters: Filters) => void
}

/** The main filters; one press changes the gender, who is new or online, the sheet changes all. */
export function FilterBar({ filters, own, radiusKm, onChange }: Props) {
  const { t } = useTranslation(['members', 'common'])
  const { settings } = useSettings()
  const [open, setOpen] = useState(false)
  const ageWords = useAgeWords()
  const area = useAreaName(filters, own, null)
  const seeks = soughtBy(own)
  const looksFor = filters.gender ? [filters.gender] : seeks
  const genders: Gender[] = ['female', 'male']
  const choose = (gender: Gender | null) =>
    onChange({ ...filters, gender: seeks.length === 1 && seeks[0] === gender ? null : gender })
  const further = furtherCount(filters)
  const openSheet = () => setOpen(true)

  return (
    <>
      <ChipRow label={t('members:filters')}>
        <Chip aria-haspopup="dialog" onClick={openSheet}>
          <SlidersHorizontal size={20} aria-hidden="true" />
          {further > 0 ? t('members:all_filters_set', { number: further }) : t('members:all_filters')}
        </Chip>
        {seeks.length > 1 && (
          <Chip pressed={looksFor.length > 1} onClick={() => choose(null)}>
            {t('members:everyone')}
          </Chip>
        )}
        {genders.map((gender) => (
          <Chip key={gender} pressed={looksFor.length === 1 && looksFor[0] === gender} onClick={() => choose(gender)}>
            {gender === 'female' ? t('common:women') : t('common:men')}
          </Chip>
        ))}
        <Chip aria-haspopup="dialog" onClick={openSheet}>
          {ageWords(filters, own)}
        </Chip>
        <Chip aria-haspopup="dialog" onClick={openSheet}>
          {radiusKm !== null
            ? t('members:distance_within', { km: radiusKm })
            : area.kind === 'everywhere'
              ? t('members:everywhere')
              : area.name}
        </Chip>
        {(own.shares_presence || filters.isOnline) && (
          <Chip pressed={filters.isOnline} onClick={() => onChange({ ...filters, isOnline: !filters.isOnline })}>
            {t('members:filter_online')}
          </Chip>
        )}
        <Chip pressed={filters.isNew} onClick={() => onChange({ ...filters, isNew: !filters.isNew })}>
          {t('members:filter_new')}
        </Chip>
        {isFiltered(filters) && (
          <Chip onClick={() => onChange({ ...noFilters, order: filters.order })}>{t('members:clear')}</Chip>
        )}
      </ChipRow>
      <ChipRow label={t('members:order')}>
        {ordersOf(settings?.verification ?? false).map((order) => (
          <Chip key={order} pressed={filters.order === order} onClick={() => onChange({ ...filters, order })}>
            {t(`members:order_${order}`)}
          </Chip>
        ))}
        <LinkButton kind="quiet" small to={paths.matchFinder}>
          {t('members:finder_title')}
        </LinkButton>
        <LinkButton
          kind="quiet"
          small
          to={paths.page('ranking')}
          icon={<CircleQuestionMark size={20} aria-hidden="true" />}
          aria-label={t('members:order_why')}
          title={t('members:order_why')}
        />
      </ChipRow>
      <FilterSheet open={open} filters={filters} own={own} onClose={() => setOpen(false)} onApply={onChange} />
    </>
  )
}

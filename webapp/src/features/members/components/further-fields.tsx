import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useInterests } from '@/api/profile/use-interests'
import { useSettings } from '@/api/use-settings'
import { Checkbox, CheckChips } from '@/ui'
import { traits, valuesOf, type Trait } from '@/words/traits'
import { useInterestName } from '@/words/use-interest-name'
import { useTraitName } from '@/words/use-trait-name'
import type { Filters } from '@/features/members/model/filters'
import styles from './further-fields.module.css'

interface Props {
  filters: Filters
  onChange: (filters: Filters) => void
}

/** What else can be asked, as far as the site searches by it; folded until it is wanted. */
export function FurtherFields({ filters, onChange }: Props) {
  const { t } = useTranslation('members')
  const { settings } = useSettings()
  const { nameOf, valueOf } = useTraitName()
  const interestName = useInterestName()
  const interests = useInterests()
  const searched = settings?.search_fields
  const isSearched = (field: string) => !searched || searched.includes(field)
  const asked = traits.filter(isSearched)

  const setTrait = (trait: Trait, values: string[]) => {
    const rest = Object.fromEntries(Object.entries(filters.traits).filter(([other]) => other !== trait))
    onChange({ ...filters, traits: values.length > 0 ? { ...rest, [trait]: values } : rest })
  }

  return (
    <>
      <Checkbox
        label={t('filter_photo')}
        checked={filters.photo}
        onChange={(event) => onChange({ ...filters, photo: event.target.checked })}
      />
      {asked.length > 0 && (
        <Fold title={t('filter_looks')} unfolded={asked.some((trait) => filters.traits[trait])}>
          {asked.map((trait) => (
            <CheckChips
              key={trait}
              label={nameOf(trait)}
              options={valuesOf(trait).map((value) => ({ value, label: valueOf(trait, value) }))}
              values={filters.traits[trait] ?? []}
              onChange={(values) => setTrait(trait, values)}
            />
          ))}
        </Fold>
      )}
      {isSearched('interests') && (
        <Fold title={t('interests')} unfolded={filters.interests.length > 0}>
          <CheckChips
            label={t('filter_interests')}
            options={interests.map((value) => ({ value: value as string, label: interestName(value) }))}
            values={filters.interests}
            onChange={(values) => onChange({ ...filters, interests: values })}
          />
        </Fold>
      )}
    </>
  )
}

/** Folded until it is wanted, or says something already; what is folded costs nothing. */
function Fold({ title, unfolded, children }: { title: string; unfolded: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(unfolded)
  return (
    <details className={styles.fold} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && children}
    </details>
  )
}

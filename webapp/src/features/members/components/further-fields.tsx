import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useInterests } from '@/api/profile/use-interests'
import { useSettings } from '@/api/use-settings'
import { Checkbox, CheckChips, RangeField } from '@/ui'
import { traits, valuesOf, type Trait } from '@/words/fields'
import { useInterestName } from '@/words/use-interest-name'
import { useFieldName } from '@/words/use-field-name'
import { heights, type Filters } from '@/features/members/model/filters'
import styles from './further-fields.module.css'

interface Props {
  filters: Filters
  onChange: (filters: Filters) => void
}

const looks: readonly Trait[] = ['body_type', 'hair_colour', 'eye_colour', 'tattoos']
const life = traits.filter((trait) => trait !== 'looking_for' && !looks.includes(trait))

/** Further filters, as far as the site searches by them; folded at first. */
export function FurtherFields({ filters, onChange }: Props) {
  const { t } = useTranslation('members')
  const { settings } = useSettings()
  const { nameOf, valueOf } = useFieldName()
  const interestName = useInterestName()
  const interests = useInterests()
  const searched = settings?.search_fields
  const isSearched = (field: string) => !searched || searched.includes(field)
  const asked = { life: life.filter(isSearched), looks: looks.filter(isSearched) }
  const isTall = filters.minHeight !== null || filters.maxHeight !== null

  const setTrait = (trait: Trait, values: string[]) => {
    const rest = Object.fromEntries(Object.entries(filters.traits).filter(([other]) => other !== trait))
    onChange({ ...filters, traits: values.length > 0 ? { ...rest, [trait]: values } : rest })
  }

  const chipsOf = (trait: Trait) => (
    <CheckChips
      key={trait}
      label={nameOf(trait)}
      options={valuesOf(trait).map((value) => ({ value, label: valueOf(trait, value) }))}
      values={filters.traits[trait] ?? []}
      onChange={(values) => setTrait(trait, values)}
    />
  )

  return (
    <>
      {isSearched('looking_for') && chipsOf('looking_for')}
      <Checkbox
        label={t('filter_photo')}
        checked={filters.photo}
        onChange={(event) => onChange({ ...filters, photo: event.target.checked })}
      />
      {settings?.verification && (
        <Checkbox
          label={t('filter_verified')}
          checked={filters.isVerified}
          onChange={(event) => onChange({ ...filters, isVerified: event.target.checked })}
        />
      )}
      {asked.life.length > 0 && (
        <Fold title={t('filter_life')} unfolded={asked.life.some((trait) => filters.traits[trait])}>
          {asked.life.map(chipsOf)}
        </Fold>
      )}
      {(asked.looks.length > 0 || isSearched('height_cm')) && (
        <Fold title={t('filter_looks')} unfolded={isTall || asked.looks.some((trait) => filters.traits[trait])}>
          {isSearched('height_cm') && (
            <RangeField
              label={t('fact_height_cm')}
              fromLabel={t('filter_height_from')}
              toLabel={t('filter_height_to')}
              min={heights.least}
              max={heights.most}
              from={filters.minHeight ?? heights.least}
              to={filters.maxHeight ?? heights.most}
              onChange={(from, to) =>
                onChange({
                  ...filters,
                  minHeight: from > heights.least ? from : null,
                  maxHeight: to < heights.most ? to : null,
                })
              }
            />
          )}
          {asked.looks.map(chipsOf)}
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

/** Collapsed until opened, or while it holds a value; a collapsed group renders nothing. */
function Fold({ title, unfolded, children }: { title: string; unfolded: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(unfolded)
  return (
    <details className={styles.fold} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && children}
    </details>
  )
}

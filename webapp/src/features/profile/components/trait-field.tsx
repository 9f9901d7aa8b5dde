import { useTranslation } from 'react-i18next'
import { CheckChips, Select } from '@/ui'
import { isSeveral, valuesOf, type Trait } from '@/words/traits'
import { useTraitName } from '@/words/use-trait-name'

interface Props {
  trait: Trait
  hint?: string | undefined
  values: string[]
  onChange: (values: string[]) => void
}

/** The choice of a trait: one value from a list, or any number of chips. */
export function TraitField({ trait, hint, values, onChange }: Props) {
  const { t } = useTranslation('account')
  const { nameOf, valueOf } = useTraitName()
  const options = valuesOf(trait).map((value) => ({ value, label: valueOf(trait, value) }))
  if (isSeveral(trait))
    return <CheckChips label={nameOf(trait)} hint={hint} options={options} values={values} onChange={onChange} />
  return (
    <Select
      label={nameOf(trait)}
      hint={hint}
      value={values[0] ?? ''}
      onChange={(event) => onChange(event.target.value ? [event.target.value] : [])}
    >
      <option value="">{t('profile_unsaid')}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}

import { useTranslation } from 'react-i18next'
import { CheckChips, Select, TextInput } from '@/ui'
import { isNumber, isSeveral, isText, longestOf, rangeOf, valuesOf, type Fact } from '@/words/fields'
import { useFieldName } from '@/words/use-field-name'

interface Props {
  name: Fact
  hint?: string | undefined
  values: string[]
  onChange: (values: string[]) => void
}

/** The control of a field: a text, a number, one value from a list, or any number of chips. */
export function SaidField({ name, hint, values, onChange }: Props) {
  const { t } = useTranslation('account')
  const { nameOf, valueOf } = useFieldName()
  const [value = ''] = values
  if (isText(name) || isNumber(name)) {
    const limits = isText(name)
      ? { maxLength: longestOf(name) }
      : { type: 'number', inputMode: 'numeric' as const, min: rangeOf(name).least, max: rangeOf(name).most }
    return (
      <TextInput
        label={isNumber(name) ? t(`profile_${name}`) : nameOf(name)}
        hint={hint}
        {...limits}
        value={value}
        onChange={(event) => onChange([event.target.value])}
      />
    )
  }
  const options = valuesOf(name).map((one) => ({ value: one, label: valueOf(name, one) }))
  if (isSeveral(name))
    return <CheckChips label={nameOf(name)} hint={hint} options={options} values={values} onChange={onChange} />
  return (
    <Select
      label={nameOf(name)}
      hint={hint}
      value={value}
      onChange={(event) => onChange(event.target.value ? [event.target.value] : [])}
    >
      <option value="">{t('profile_unsaid')}</option>
      {options.map(({ value: one, label }) => (
        <option key={one} value={one}>
          {label}
        </option>
      ))}
    </Select>
  )
}

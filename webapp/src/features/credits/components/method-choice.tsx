import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldGroup } from '@/ui'
import styles from './method-choice.module.css'
import { MethodMark } from './method-mark'
import { MethodIcon } from './method-icon'
import { useMethodName } from './use-method-name'

const cardBrands = ['visa', 'mastercard', 'maestro']

interface Props {
  methods: readonly string[]
  value: string | null
  onChange: (method: string) => void
  error?: string | undefined
}

/** The country's payment methods, by name; none is chosen beforehand. */
export function MethodChoice({ methods, value, onChange, error }: Props) {
  const { t } = useTranslation('credits')
  const nameOf = useMethodName()
  const name = useId()
  return (
    <FieldGroup id="method" label={t('method_label')} error={error}>
      <div className={styles.methods}>
        {methods.map((method) => (
          <label key={method} className={styles.method}>
            <MethodIcon method={method} />
            <span className={styles.name}>{nameOf(method)}</span>
            {method === 'creditcard' && (
              <span className={styles.brands} aria-hidden="true">
                {cardBrands.map((brand) => (
                  <MethodMark key={brand} method={brand} />
                ))}
              </span>
            )}
            <input
              type="radio"
              name={name}
              value={method}
              checked={value === method}
              onChange={() => onChange(method)}
            />
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

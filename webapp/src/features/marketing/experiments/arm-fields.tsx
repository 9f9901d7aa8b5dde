import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formattingLocale } from '@/i18n/formatting-locale'
import { Button, Select, TextInput } from '@/ui'
import styles from '@/features/marketing/pages/pages.module.css'
import { evenArms, mostArms, nameOf, restOf, type ChosenArm } from './model'

interface Props {
  arms: readonly ChosenArm[]
  /** The versions of the page, newest first. */
  numbers: readonly number[]
  onChange: (arms: ChosenArm[]) => void
}

/** The versions of an experiment with their shares; the last one gets the rest. */
export function ArmFields({ arms, numbers, onChange }: Props) {
  const { t, i18n } = useTranslation('landing')
  const free = numbers.find((number) => arms.every(({ version }) => version !== number))
  const change = (index: number, changed: Partial<ChosenArm>) =>
    onChange(arms.map((arm, each) => (each === index ? { ...arm, ...changed } : arm)))
  const rest = restOf(arms) / 100
  const share = rest.toLocaleString(formattingLocale(i18n.language), { style: 'percent' })
  return (
    <>
      {arms.map((arm, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an arm is its position: two may have the same version
        <div key={index} className={styles.pair}>
          <Select
            label={t('exp_version', { name: nameOf(index) })}
            value={arm.version}
            onChange={(event) => change(index, { version: Number(event.target.value) })}
          >
            {numbers.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
          {index < arms.length - 1 ? (
            <TextInput
              label={t('share', { name: nameOf(index) })}
              type="number"
              min={1}
              max={99}
              value={arm.share}
              onChange={(event) => change(index, { share: event.target.value })}
            />
          ) : (
            <p className={styles.quiet}>{t('exp_rest', { name: nameOf(index), percent: share })}</p>
          )}
        </div>
      ))}
      <div className={styles.row}>
        {free !== undefined && arms.length < mostArms && (
          <Button
            kind="secondary"
            icon={<Plus size={20} aria-hidden="true" />}
            onClick={() => onChange(evenArms([...arms.map(({ version }) => version), free]))}
          >
            {t('exp_add')}
          </Button>
        )}
        {arms.length > 2 && (
          <Button
            kind="secondary"
            icon={<Trash2 size={20} aria-hidden="true" />}
            onClick={() => onChange(evenArms(arms.slice(0, -1).map(({ version }) => version)))}
          >
            {t('exp_remove', { name: nameOf(arms.length - 1) })}
          </Button>
        )}
      </div>
    </>
  )
}

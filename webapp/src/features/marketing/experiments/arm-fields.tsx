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
  /** Other live pages, each by its live version. */
  others: readonly Omit<ChosenArm, 'share'>[]
  onChange: (arms: ChosenArm[]) => void
}

const valueOf = ({ version, page }: Omit<ChosenArm, 'share'>) => (page ? `${version} ${page}` : String(version))

/** The versions of an experiment with their shares; the last one gets the rest. */
export function ArmFields({ arms, numbers, others, onChange }: Props) {
  const { t, i18n } = useTranslation('landing')
  const free = [...numbers.map((version) => ({ version })), ...others].find((choice) =>
    arms.every((arm) => valueOf(arm) !== valueOf(choice)),
  )
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
            value={valueOf(arm)}
            onChange={(event) => {
              const [version, page] = event.target.value.split(' ')
              onChange(
                arms.map((old, each) =>
                  each === index ? { version: Number(version), share: old.share, ...(page && { page }) } : old,
                ),
              )
            }}
          >
            {numbers.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
            {others.length > 0 && (
              <optgroup label={t('exp_other_pages')}>
                {others.map((each) => (
                  <option key={each.page} value={valueOf(each)}>
                    {each.page}
                  </option>
                ))}
              </optgroup>
            )}
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
            onClick={() => onChange(evenArms([...arms, free]))}
          >
            {t('exp_add')}
          </Button>
        )}
        {arms.length > 2 && (
          <Button
            kind="secondary"
            icon={<Trash2 size={20} aria-hidden="true" />}
            onClick={() => onChange(evenArms(arms.slice(0, -1)))}
          >
            {t('exp_remove', { name: nameOf(arms.length - 1) })}
          </Button>
        )}
      </div>
    </>
  )
}

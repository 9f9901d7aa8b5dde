import { useTranslation } from 'react-i18next'
import styles from './staff.module.css'

const names = ['cases', 'members', 'broken', 'nothing_wrong', 'failures'] as const
type Name = (typeof names)[number]

/** Numbers of a rule, simulated or live. */
export function RuleNumbers({ title, numbers }: { title: string; numbers: Partial<Record<Name, number>> }) {
  const { t, i18n } = useTranslation('staff')
  return (
    <>
      <p className={styles.quiet}>{title}</p>
      <dl className={styles.figures}>
        {names
          .filter((name) => numbers[name] !== undefined)
          .map((name) => (
            <div key={name}>
              <dt>{t(`rule_${name}`)}</dt>
              <dd>{numbers[name]?.toLocaleString(i18n.language)}</dd>
            </div>
          ))}
      </dl>
    </>
  )
}

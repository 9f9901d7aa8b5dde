import { useTranslation } from 'react-i18next'
import { portraits } from './model'
import styles from './editor.module.css'

interface Props {
  chosen: number[]
  onChange: (chosen: number[]) => void
}

/** The drawn portraits to choose from; each chosen one has the number of its place. */
export function Portraits({ chosen, onChange }: Props) {
  const { t } = useTranslation('landing')
  const toggle = (number: number) =>
    onChange(chosen.includes(number) ? chosen.filter((each) => each !== number) : [...chosen, number])
  return (
    <div className={styles.people}>
      {portraits.map((number) => {
        const place = chosen.indexOf(number) + 1
        return (
          <label key={number} className={styles.person}>
            <input type="checkbox" checked={place > 0} onChange={() => toggle(number)} />
            <img src={`/landers/static/people/${number}.webp`} width="72" height="90" alt="" loading="lazy" />
            <span className={styles.hidden}>{t('portrait', { number })}</span>
            {place > 0 && <span className={styles.place}>{place}</span>}
          </label>
        )
      })}
    </div>
  )
}

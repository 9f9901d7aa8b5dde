import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DraftOfDesk } from '@/api/types'
import { classes } from '@/ui'
import { nameInItself } from '@/i18n/locales'
import { placeName } from './place-name'
import styles from './editor.module.css'

interface Props {
  answer: DraftOfDesk | undefined
  onShow: (place: string) => void
}

const checks = {
  languages: ['language_missing'],
  texts: ['text_missing', 'text_too_long', 'not_allowed', 'quotes_unconfirmed', 'countdown_over'],
  colours: ['contrast_low'],
  pictures: ['picture_gone'],
  address: ['slug_not_free'],
  weight: ['too_heavy'],
} as const
const kB = (bytes: number) => Math.ceil(bytes / 1000)

/** The checks of publishing, while the page is being written. Each fault leads to its field. */
export function Checks({ answer, onShow }: Props) {
  const { t } = useTranslation('landing')
  if (!answer) return null
  const { problems, weight, later, heaviest, languages } = answer
  return (
    <section className={styles.checks} aria-labelledby="checks-title">
      <h3 id="checks-title">{t('checks')}</h3>
      <ul>
        {(Object.keys(checks) as (keyof typeof checks)[]).map((check) => {
          const codes: readonly string[] = checks[check]
          const found = problems.filter(({ code }) => codes.includes(code))
          const isUnknown = answer.preview === null && check !== 'texts'
          if (isUnknown && found.length === 0) return null
          return (
            <li key={check} className={classes(styles.check, found.length > 0 ? styles.bad : styles.good)}>
              {found.length > 0 ? <CircleAlert aria-hidden size={20} /> : <CircleCheck aria-hidden size={20} />}
              <div>
                <p>
                  {check === 'weight'
                    ? t('check_weight', { weight: kB(weight), most: kB(heaviest) })
                    : t(`check_${check}`)}
                </p>
                {check === 'weight' && (
                  <>
                    <meter className={styles.meter} aria-hidden max={heaviest} value={weight} high={heaviest * 0.8} />
                    {later > 0 && <p className={styles.quiet}>{t('check_later', { later: kB(later) })}</p>}
                  </>
                )}
                {found.length > 0 && (
                  <ul className={styles.faults}>
                    {found.map(({ code, place }) => (
                      <li key={`${code} ${place}`}>
                        <button type="button" onClick={() => onShow(place)}>
                          {t(`problem_${code as 'text_missing'}`, { place: placeName(t, place) })}
                        </button>
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {languages.length > 0 && (
        <p className={styles.quiet}>
          {t('offered_now', {
            name: languages.map((each) => nameInItself(each)).join(', '),
          })}
        </p>
      )}
      {problems.length === 0 && <p className={styles.quiet}>{t('checks_passed')}</p>}
    </section>
  )
}

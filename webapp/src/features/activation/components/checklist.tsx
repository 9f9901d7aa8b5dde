import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '@/ui'
import { doneOf, hideForGood, isHidden, items, type Facts } from '@/features/activation/model/checklist'
import styles from './checklist.module.css'

interface Props {
  memberId: string
  facts: Facts
  to: Record<keyof Facts, string | null>
}

/** The first four steps of a member. Once hidden it stays hidden on this device. */
export function Checklist({ memberId, facts, to }: Props) {
  const { t } = useTranslation('signup')
  const [hidden, setHidden] = useState(() => isHidden(memberId))
  const done = doneOf(facts)
  if (hidden || done === items.length) return null
  return (
    <section className={styles.list} aria-labelledby="checklist">
      <header className={styles.head}>
        <div>
          <h2 id="checklist">{t('checklist_title')}</h2>
          <p>{t('checklist_done', { done, all: items.length })}</p>
        </div>
        <Button
          kind="quiet"
          small
          onClick={() => {
            hideForGood(memberId)
            setHidden(true)
          }}
        >
          {t('checklist_hide')}
        </Button>
      </header>
      <ol>
        {items.map((item) => (
          <li key={item} className={styles.item}>
            <span className={styles.mark} data-done={facts[item] || undefined}>
              {facts[item] && <Check size={18} role="img" aria-label={t('checklist_ticked')} />}
            </span>
            {facts[item] || to[item] === null ? (
              <span>{t(`checklist_${item}`)}</span>
            ) : (
              <Link to={to[item]}>{t(`checklist_${item}`)}</Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

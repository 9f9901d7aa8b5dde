import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './next-cards.module.css'

export interface NextCard {
  to: string
  icon: ReactNode
  title: string
  text: string
  /** A few words that hang on the card, such as a discount. */
  badge?: string | null
}

/** Where one can go from here, each as one large link. */
export function NextCards({ cards }: { cards: NextCard[] }) {
  return (
    <ul className={styles.cards}>
      {cards.map((card) => (
        <li key={card.to}>
          <Link className={styles.card} to={card.to}>
            <span className={styles.icon} aria-hidden="true">
              {card.icon}
            </span>
            <span className={styles.words}>
              <strong>{card.title}</strong>
              {card.badge && <em className={styles.badge}>{card.badge}</em>}
              <span>{card.text}</span>
            </span>
            <ChevronRight className={styles.arrow} size={22} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

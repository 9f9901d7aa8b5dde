import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/paths'
import type { Card } from '@/api/types'
import { Mark, PhotoCard } from '@/ui'
import { FictionalLabel } from './fictional-label'
import { useVerifiedMonth, VerifiedLabel } from './verified-label'

interface Props {
  card: Card
  action?: ReactNode
  /** A mark of the list it stands in, such as "New", before those of the member. */
  mark?: ReactNode
  /** Instead of the place: the reasons for their place in the list. */
  facts?: readonly string[] | undefined
  /** The first row of a list is asked for at once, its first photo before all others. */
  place?: number
}

const firstRow = 7

/** A member in a list: the whole card leads to the profile, which starts with what the card knew. */
export function MemberCard({ card, action, mark, facts, place = firstRow }: Props) {
  return (
    <PhotoCard
      to={paths.member(card.id)}
      state={{ card }}
      photo={card.main_image}
      name={card.name}
      age={card.age}
      facts={facts ?? [card.town ?? card.region_name].filter((each) => each !== null)}
      today={card.presence === 'today'}
      marks={
        <>
          {mark}
          <MemberMarks card={card} />
        </>
      }
      action={action}
      first={place === 0}
      eager={place < firstRow}
    />
  )
}

/** What everyone must know about a profile, in words. */
export function MemberMarks({ card }: { card: Card }) {
  const { t } = useTranslation()
  const verifiedMonth = useVerifiedMonth(card)
  return (
    <>
      {card.is_new && <Mark>{t('badge_new')}</Mark>}
      {card.fictional && (
        <Mark kind="notice">
          <FictionalLabel />
        </Mark>
      )}
      {verifiedMonth && (
        <Mark>
          <VerifiedLabel />
        </Mark>
      )}
      {card.demonstration && <Mark>{t('badge_demonstration')}</Mark>}
    </>
  )
}

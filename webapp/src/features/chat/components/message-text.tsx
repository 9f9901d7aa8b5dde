import { useState } from 'react'
import { foundParts } from '@/features/chat/model/find'
import { partsOf, type WebLink } from '@/features/chat/model/links'
import { LinkDialog } from './link-dialog'
import styles from './message-text.module.css'

/** The words of a message. An address in them leads nowhere until it is pressed, and then says to which host. */
export function MessageText({ text, words = '' }: { text: string; words?: string | undefined }) {
  const [asked, setAsked] = useState<WebLink | null>(null)
  const parts = partsOf(text)
  if (!parts.some(({ link }) => link)) return <Marked text={text} words={words} />
  return (
    <>
      {parts.map(({ text: said, link }, index) =>
        link ? (
          <button key={index} type="button" className={styles.link} onClick={() => setAsked(link)}>
            <Marked text={said} words={words} />
          </button>
        ) : (
          <Marked key={index} text={said} words={words} />
        ),
      )}
      <LinkDialog link={asked} onClose={() => setAsked(null)} />
    </>
  )
}

/** The words of a search are marked. */
function Marked({ text, words }: { text: string; words: string }) {
  if (words === '') return text
  return foundParts(text, words).map((part, index) =>
    part.found ? (
      <mark key={index} className={styles.found}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}

import { type ReactNode, useState } from 'react'
import { foundParts } from '@/features/chat/model/find'
import { partsOf, type WebLink } from '@/features/chat/model/links'
import { LinkDialog } from './link-dialog'
import styles from './message-text.module.css'

interface Props {
  text: string
  words?: string | undefined
  /** Of the text, where that is known to be another one than the page's. */
  language?: string | undefined
  /** What stands before the words, such as who says them. */
  children?: ReactNode
}

/**
 * The paragraph with the words of a message. An address in them leads nowhere until it is pressed, and then says to which
 * host.
 */
export function MessageText({ text, words = '', language, children }: Props) {
  const [asked, setAsked] = useState<WebLink | null>(null)
  const parts = partsOf(text)
  const hasLink = parts.some(({ link }) => link)
  return (
    <>
      <p>
        {children}
        <span lang={language} dir={language && 'auto'}>
          {parts.map(({ text: said, link }, index) =>
            link ? (
              <button key={index} type="button" className={styles.link} onClick={() => setAsked(link)}>
                <Marked text={said} words={words} />
              </button>
            ) : (
              <Marked key={index} text={said} words={words} />
            ),
          )}
        </span>
      </p>
      {hasLink && <LinkDialog link={asked} onClose={() => setAsked(null)} />}
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

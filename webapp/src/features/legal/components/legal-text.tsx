import { Link } from 'react-router'
import type { Block, Inline } from '@/features/legal/model/markdown'
import { sectionId } from '@/features/legal/model/sections'
import styles from './legal-text.module.css'

/** The blocks of a page as elements. */
export function LegalText({ blocks }: { blocks: Block[] }) {
  return <div className={styles.text}>{blocks.map((block, place) => drawn(block, place))}</div>
}

function drawn(block: Block, place: number) {
  if (block.kind === 'list') {
    return (
      <ul key={place}>
        {block.items.map((item, number) => (
          <li key={number}>
            <Words content={item} />
          </li>
        ))}
      </ul>
    )
  }
  const words = <Words content={block.content} />
  return block.kind === 'heading' ? (
    <h2 key={place} id={sectionId(place)}>
      {words}
    </h2>
  ) : (
    <p key={place}>{words}</p>
  )
}

function Words({ content }: { content: Inline[] }) {
  return content.map((part, place) => {
    if (part.kind === 'link') {
      return (
        <Link key={place} to={part.to}>
          {part.text}
        </Link>
      )
    }
    return part.kind === 'strong' ? <strong key={place}>{part.text}</strong> : part.text
  })
}

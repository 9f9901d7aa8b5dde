import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from 'lucide-react'
import { useState, type PointerEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button, classes, IconButton, VisuallyHidden } from '@/ui'
import { addable, emptyBlock, mostBlocks, moved, type Block } from './blocks'
import { BlockFields } from './block-fields'
import { fieldId } from './place-name'
import styles from './editor.module.css'

interface Props {
  blocks: Block[]
  language: string
  onChange: (blocks: Block[]) => void
}

/** The blocks below the scene: added, ordered, written, removed. */
export function BlockList({ blocks, language, onChange }: Props) {
  const { t } = useTranslation('landing')
  const [drag, setDrag] = useState<{ from: number; over: number } | null>(null)
  const [said, setSaid] = useState('')
  const nameOf = (kind: Block['kind'], index: number) => `${t('block', { number: index + 1 })}: ${t(`block_${kind}`)}`
  /** The focus follows the block, which says its new place by its name. */
  const change = (changed: Block[], focused: number) => {
    flushSync(() => onChange(changed))
    document.getElementById(focused < 0 ? 'blocks' : fieldId('blocks', focused))?.focus()
  }
  const move = (from: number, to: number) => {
    const kind = blocks[from]?.kind
    if (from === to || !kind) return
    change(moved(blocks, from, to), to)
    setSaid(t('block_moved', { name: nameOf(kind, to) }))
  }
  return (
    <section className={styles.group} aria-labelledby="blocks">
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <h3 id="blocks" tabIndex={-1}>
        {t('blocks')}
      </h3>
      {blocks.length === 0 && <p className={styles.quiet}>{t('blocks_none')}</p>}
      {blocks.map((block, index) => {
        const name = nameOf(block.kind, index)
        return (
          // Blocks have no id, and all of their state is the document's.
          <section
            key={index}
            className={classes(
              styles.block,
              drag?.from === index && styles.dragged,
              drag?.over === index && styles.over,
            )}
            id={fieldId('blocks', index)}
            tabIndex={-1}
            aria-label={name}
            data-block={index}
          >
            <header>
              {/* The two arrows do the same by keyboard. */}
              <button
                type="button"
                className={styles.grip}
                tabIndex={-1}
                aria-hidden
                title={t('block_drag')}
                onPointerDown={({ currentTarget, pointerId }) => {
                  currentTarget.setPointerCapture?.(pointerId)
                  setDrag({ from: index, over: index })
                }}
                onPointerMove={(event) => {
                  if (drag) setDrag({ ...drag, over: blockAt(event) ?? drag.over })
                }}
                onPointerUp={(event) => {
                  setDrag(null)
                  move(index, blockAt(event) ?? index)
                }}
                onPointerCancel={() => setDrag(null)}
              >
                <GripVertical size={20} />
              </button>
              <h4>{name}</h4>
              <IconButton label={t('block_up')} disabled={index === 0} onClick={() => move(index, index - 1)}>
                <ArrowUp size={20} />
              </IconButton>
              <IconButton
                label={t('block_down')}
                disabled={index === blocks.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <ArrowDown size={20} />
              </IconButton>
              <IconButton
                label={t('block_remove')}
                onClick={() =>
                  change(
                    blocks.filter((_, at) => at !== index),
                    index - 1,
                  )
                }
              >
                <Trash2 size={20} />
              </IconButton>
            </header>
            <BlockFields
              block={block}
              number={index}
              language={language}
              onChange={(changed) => onChange(blocks.map((each, at) => (at === index ? changed : each)))}
            />
          </section>
        )
      })}
      {blocks.length < mostBlocks && (
        <div className={styles.row} role="group" aria-label={t('block_add')}>
          {addable(blocks).map((kind) => (
            <Button
              key={kind}
              small
              kind="secondary"
              icon={<Plus size={18} aria-hidden />}
              onClick={() => change([...blocks, emptyBlock(kind)], blocks.length)}
            >
              {t(`block_${kind}`)}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}

/** The block that the pointer is over. */
function blockAt({ clientX, clientY }: PointerEvent): number | null {
  const found = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-block]')
  return found ? Number(found.dataset['block']) : null
}

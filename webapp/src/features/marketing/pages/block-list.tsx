import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '@/ui'
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
  /** The focus follows the block, which says its new place by its name. */
  const change = (changed: Block[], focused: number) => {
    flushSync(() => onChange(changed))
    document.getElementById(focused < 0 ? 'blocks' : fieldId('blocks', focused))?.focus()
  }
  return (
    <section className={styles.group} aria-labelledby="blocks">
      <h3 id="blocks" tabIndex={-1}>
        {t('blocks')}
      </h3>
      {blocks.length === 0 && <p className={styles.quiet}>{t('blocks_none')}</p>}
      {blocks.map((block, index) => {
        const name = `${t('block', { number: index + 1 })}: ${t(`block_${block.kind}`)}`
        return (
          // Blocks have no id, and all of their state is the document's.
          <section key={index} className={styles.block} id={fieldId('blocks', index)} tabIndex={-1} aria-label={name}>
            <header>
              <h4>{name}</h4>
              <IconButton
                label={t('block_up')}
                disabled={index === 0}
                onClick={() => change(moved(blocks, index, index - 1), index - 1)}
              >
                <ArrowUp size={20} />
              </IconButton>
              <IconButton
                label={t('block_down')}
                disabled={index === blocks.length - 1}
                onClick={() => change(moved(blocks, index, index + 1), index + 1)}
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

import { useTranslation } from 'react-i18next'
import { Button, TextArea, TextInput } from '@/ui'
import { boundsOf, countOf, fieldsOf, isSentence, itemsIn, longestOf, withCount, withField, type Block } from './blocks'
import { BlockMore } from './block-more'
import { fieldId } from './place-name'
import styles from './editor.module.css'

interface Props {
  block: Block
  number: number
  language: string
  onChange: (block: Block) => void
}

/** The words of one block in one language. The number of its items is the same in all of them. */
export function BlockFields({ block, number, language, onChange }: Props) {
  const { t } = useTranslation('landing')
  const [fewest, most] = boundsOf(block.kind)
  const count = countOf(block)
  return (
    <>
      <BlockMore block={block} number={number} language={language} onChange={onChange} />
      {itemsIn(block, language).map((item, index) => (
        <div key={index} className={styles.item}>
          {fieldsOf(block.kind).map((field) => {
            const longest = longestOf(block.kind, field)
            const Input = longest > 100 ? TextArea : TextInput
            const value = item[field] ?? ''
            const place = ['blocks', number, 'words', language, ...(isSentence(block.kind) ? [] : [index, field])]
            return (
              <Input
                key={field}
                id={fieldId(...place)}
                label={isSentence(block.kind) ? t('field_call') : `${t(`field_${field}`)} ${index + 1}`}
                hint={`${value.length} / ${longest}`}
                lang={language}
                value={value}
                maxLength={longest}
                onChange={(event) => onChange(withField(block, language, index, field, event.target.value))}
              />
            )
          })}
        </div>
      ))}
      {most > fewest && (
        <div className={styles.row}>
          <Button small kind="quiet" disabled={count >= most} onClick={() => onChange(withCount(block, count + 1))}>
            {t('item_add')}
          </Button>
          <Button small kind="quiet" disabled={count <= fewest} onClick={() => onChange(withCount(block, count - 1))}>
            {t('item_remove')}
          </Button>
        </div>
      )}
    </>
  )
}

import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CampaignText } from '@/api/types'
import { Button, IconButton, TextArea, TextInput } from '@/ui'
import { letterOf, letters, longest, newBlock, withWords, wordsOf, type Block } from './model'
import styles from './campaigns.module.css'

interface Props {
  language: string
  text: CampaignText
  onChange: (text: CampaignText) => void
  /** Changes the further subjects of every language. */
  onSubjects: (change: (others: string[]) => string[]) => void
}

const mostBlocks = 8

/** The mail in one language. */
export function TextFields({ language, text, onChange, onSubjects }: Props) {
  const { t } = useTranslation('marketing')
  const line = (name: 'subject' | 'preheader' | 'button') => (
    <TextInput
      label={t(`campaign_${name}`)}
      hint={`${text[name].length} / ${longest[name]}`}
      lang={language}
      value={text[name]}
      maxLength={longest[name]}
      onChange={(event) => onChange({ ...text, [name]: event.target.value })}
    />
  )
  const set = (index: number, block: Block | null) =>
    onChange({ ...text, blocks: text.blocks.flatMap((each, at) => (at === index ? (block ?? []) : each)) })
  return (
    <>
      {line('subject')}
      {text.others.map((subject, index) => {
        const name = t('subject_letter', { letter: letterOf(index + 1) })
        return (
          // A subject has no identity of its own.
          <div key={index}>
            <TextInput
              label={name}
              hint={`${subject.length} / ${longest.subject}`}
              lang={language}
              value={subject}
              maxLength={longest.subject}
              onChange={(event) => onChange({ ...text, others: text.others.with(index, event.target.value) })}
            />
            <IconButton
              label={t('campaign_remove', { name })}
              onClick={() => onSubjects((others) => others.filter((_, at) => at !== index))}
            >
              <X size={18} />
            </IconButton>
          </div>
        )
      })}
      {text.others.length > 0 && <p className={styles.quiet}>{t('subject_note')}</p>}
      {text.others.length + 1 < letters.length && (
        <div className={styles.row}>
          <Button kind="secondary" small onClick={() => onSubjects((others) => [...others, ''])}>
            {t('subject_add')}
          </Button>
        </div>
      )}
      {line('preheader')}
      {text.blocks.map((block, index) => {
        const Input = block.kind === 'heading' ? TextInput : TextArea
        const name = t(`campaign_${block.kind}`)
        return (
          // A block has no identity of its own.
          <div key={index}>
            <Input
              label={name}
              lang={language}
              value={wordsOf(block)}
              maxLength={longest[block.kind]}
              onChange={(event) => set(index, withWords(block, event.target.value))}
            />
            {text.blocks.length > 1 && (
              <IconButton label={t('campaign_remove', { name })} onClick={() => set(index, null)}>
                <X size={18} />
              </IconButton>
            )}
          </div>
        )
      })}
      {text.blocks.length < mostBlocks && (
        <div className={styles.row}>
          {(['heading', 'text', 'list'] as const).map((kind) => (
            <Button
              key={kind}
              kind="secondary"
              small
              onClick={() => onChange({ ...text, blocks: [...text.blocks, newBlock(kind)] })}
            >
              {t(`campaign_add_${kind}`)}
            </Button>
          ))}
        </div>
      )}
      {line('button')}
    </>
  )
}

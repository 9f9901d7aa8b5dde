import { useTranslation } from 'react-i18next'
import { Checkbox, FieldGroup, TextInput } from '@/ui'
import type { Block } from './blocks'
import { PictureFields } from './picture-fields'
import { mostPictures, picturesOf, withPictures } from './pictures'
import { Portraits } from './portraits'
import { fieldId } from './place-name'

interface Props {
  block: Block
  number: number
  language: string
  onChange: (block: Block) => void
}

/** What a kind has besides words: its pictures, the end of a countdown, the word that quotes are real. */
export function BlockMore({ block, number, language, onChange }: Props) {
  const { t } = useTranslation('landing')
  const { kind } = block
  return (
    <>
      <OfKind block={block} number={number} onChange={onChange} />
      {(kind === 'gallery' || kind === 'logo' || kind === 'quotes') && (
        <PictureFields
          label={t(`pictures_${kind}`)}
          place={['blocks', number, 'pictures']}
          pictures={picturesOf(block)}
          most={mostPictures(kind)}
          language={language}
          onChange={(pictures) => onChange(withPictures(block, pictures))}
        />
      )}
    </>
  )
}

function OfKind({ block, number, onChange }: Omit<Props, 'language'>) {
  const { t } = useTranslation('landing')
  switch (block.kind) {
    case 'countdown':
      return (
        <TextInput
          id={fieldId('blocks', number, 'ends_at')}
          type="datetime-local"
          label={t('ends_at')}
          hint={t('ends_at_hint')}
          value={localTime(block.ends_at)}
          onChange={({ target }) => {
            if (target.value) onChange({ ...block, ends_at: new Date(target.value).toISOString() })
          }}
        />
      )
    case 'gallery':
      if (picturesOf(block).length > 0) return null
      return (
        <FieldGroup label={t('portraits')} id={fieldId('blocks', number, 'portraits')}>
          <Portraits
            chosen={block.portraits}
            onChange={(chosen) => {
              if (chosen.length > 0) onChange({ ...block, portraits: chosen })
            }}
          />
        </FieldGroup>
      )
    case 'quotes':
      return (
        <Checkbox
          id={fieldId('blocks', number, 'is_real')}
          label={t('is_real')}
          checked={(block as { is_real?: boolean }).is_real ?? false}
          onChange={({ target }) => onChange({ ...block, is_real: target.checked || undefined } as Block)}
        />
      )
    default:
      return null
  }
}

/** A time as `datetime-local` takes it: on the marketer's clock, to the minute. */
function localTime(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

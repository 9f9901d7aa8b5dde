import { ImagePlus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, FieldGroup, IconButton, TextInput } from '@/ui'
import { nameInItself } from '@/i18n/locales'
import { fieldId } from './place-name'
import { PictureLibrary } from './picture-library'
import type { OwnPicture } from './pictures'
import { usePictures } from './use-pictures'
import styles from './pictures.module.css'

interface Props {
  label: string
  hint?: string
  /** The place of the list in the document; `isOne` for a single picture, which has no number there. */
  place: (string | number)[]
  isOne?: boolean
  pictures: OwnPicture[]
  most: number
  language: string
  onChange: (pictures: OwnPicture[]) => void
}

/** Uploaded pictures of one part of a page, each with its focal point and its description in the language. */
export function PictureFields({ label, hint, place, isOne = false, pictures, most, language, onChange }: Props) {
  const { t } = useTranslation('landing')
  const [isChoosing, setChoosing] = useState(false)
  return (
    <FieldGroup label={label} hint={hint} id={fieldId(...place)}>
      {pictures.map((picture, index) => (
        <PictureField
          key={index}
          picture={picture}
          number={index + 1}
          place={isOne ? place : [...place, index]}
          language={language}
          onChange={(changed) => onChange(pictures.map((each, at) => (at === index ? changed : each)))}
          onRemove={() => onChange(pictures.filter((_, at) => at !== index))}
        />
      ))}
      {pictures.length < most && (
        <div>
          <Button small kind="secondary" icon={<ImagePlus size={18} aria-hidden />} onClick={() => setChoosing(true)}>
            {t('picture_add')}
          </Button>
        </div>
      )}
      {isChoosing && (
        <PictureLibrary
          onClose={() => setChoosing(false)}
          onChoose={(hash) => {
            setChoosing(false)
            onChange([...pictures, { picture: hash, x: 50, y: 50, alt: {} }])
          }}
        />
      )}
    </FieldGroup>
  )
}

interface FieldProps {
  picture: OwnPicture
  number: number
  place: (string | number)[]
  language: string
  onChange: (picture: OwnPicture) => void
  onRemove: () => void
}

const longestAlt = 80

function PictureField({ picture, number, place, language, onChange, onRemove }: FieldProps) {
  const { t } = useTranslation('landing')
  const { data } = usePictures()
  const { x = 50, y = 50 } = picture
  const alt: Record<string, string> = picture.alt ?? {}
  const text = alt[language] ?? ''
  const found = data?.pictures.find(({ hash }) => hash === picture.picture)
  const sides = [
    ['x', x],
    ['y', y],
  ] as const
  return (
    <div className={styles.use} role="group" aria-label={t('picture_number', { number })}>
      {found ? (
        // The two sliders do the same by keyboard.
        <button
          type="button"
          className={styles.focus}
          tabIndex={-1}
          aria-hidden
          title={t('picture_focus_hint')}
          onClick={({ currentTarget, clientX, clientY }) => {
            const box = currentTarget.getBoundingClientRect()
            const part = (at: number, start: number, length: number) => Math.round(((at - start) / length) * 100)
            onChange({ ...picture, x: part(clientX, box.left, box.width), y: part(clientY, box.top, box.height) })
          }}
        >
          <img src={found.src} width={found.width} height={found.height} alt="" />
          <span className={styles.point} style={{ insetInlineStart: `${x}%`, insetBlockStart: `${y}%` }} />
        </button>
      ) : (
        data && <p className={styles.quiet}>{t('problem_picture_gone', { place: t('picture_number', { number }) })}</p>
      )}
      <div className={styles.about}>
        <TextInput
          id={fieldId(...place, 'alt', language)}
          label={`${t('picture_alt')} (${nameInItself(language)})`}
          hint={`${text.length} / ${longestAlt}`}
          lang={language}
          value={text}
          maxLength={longestAlt}
          onChange={({ target }) =>
            onChange({ ...picture, alt: { ...alt, [language]: target.value } as OwnPicture['alt'] })
          }
        />
        {sides.map(([side, value]) => (
          <label key={side} className={styles.slider}>
            {t(`picture_${side}`)}
            <input
              type="range"
              min={0}
              max={100}
              value={value}
              onChange={({ target }) => onChange({ ...picture, [side]: target.valueAsNumber })}
            />
          </label>
        ))}
      </div>
      <IconButton label={t('picture_off')} onClick={onRemove}>
        <X size={20} />
      </IconButton>
    </div>
  )
}

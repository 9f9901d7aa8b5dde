import { useTranslation } from 'react-i18next'
import type { PageDocument } from '@/api/types'
import { FieldGroup, Select, TextInput } from '@/ui'
import { PictureFields } from './picture-fields'
import { niches, scenes } from './model'
import { colours, isSame, palettes } from './palettes'
import { fieldId } from './place-name'
import { Portraits } from './portraits'
import styles from './editor.module.css'

interface Props {
  document: PageDocument
  language: string
  onChange: (document: PageDocument) => void
}

/** The scene, its colours and its people: chosen, never typed. */
export function LookFields({ document, language, onChange }: Props) {
  const { t } = useTranslation('landing')
  const { palette, portraits: chosen } = document
  const set = (changed: Partial<PageDocument>) => onChange({ ...document, ...changed })
  const own = palette && !palettes.some((each) => isSame(palette, each))
  return (
    <>
      <div className={styles.pair}>
        <Select
          id={fieldId('scene')}
          label={t('scene')}
          value={document.scene}
          onChange={(event) => set({ scene: event.target.value as PageDocument['scene'] })}
        >
          {scenes.map((scene) => (
            <option key={scene}>{scene}</option>
          ))}
        </Select>
        <Select
          id={fieldId('niche')}
          label={t('niche')}
          value={document.niche ?? ''}
          onChange={(event) => set({ niche: Number(event.target.value) || null })}
        >
          <option value="">{t('niche_site')}</option>
          {niches.map((niche, index) => (
            <option key={niche} value={index + 1}>
              {index + 1} {niche}
            </option>
          ))}
        </Select>
      </div>
      <PictureFields
        label={t('hero')}
        hint={t('hero_hint')}
        place={['hero']}
        isOne
        pictures={document.hero ? [document.hero] : []}
        most={1}
        language={language}
        onChange={([hero]) => set({ hero: hero ?? null })}
      />
      <FieldGroup label={t('palette')} id={fieldId('palette')}>
        <div className={styles.swatches}>
          <label className={styles.swatch}>
            <input type="radio" name="palette" checked={!palette} onChange={() => set({ palette: null })} />
            {t('palette_scene')}
          </label>
          {palettes.map((each, index) => (
            <label key={each.sky} className={styles.swatch}>
              <input
                type="radio"
                name="palette"
                checked={isSame(palette, each)}
                onChange={() => set({ palette: each })}
              />
              <svg viewBox="0 0 3 1" preserveAspectRatio="none" aria-hidden="true">
                {colours.map((colour, at) => (
                  <rect key={colour} x={at} width="1" height="1" fill={each[colour]} />
                ))}
              </svg>
              {t('palette_number', { number: index + 1 })}
            </label>
          ))}
          <label className={styles.swatch}>
            <input
              type="radio"
              name="palette"
              checked={!!own}
              onChange={() => set({ palette: { sky: '#0b1627', dusk: '#24476c', glow: '#f2a06c' } })}
            />
            {t('palette_own')}
          </label>
        </div>
        {own && (
          <div className={styles.pair}>
            {colours.map((colour) => (
              <TextInput
                key={colour}
                id={fieldId('palette', colour)}
                type="color"
                className={styles.colour}
                label={t(`colour_${colour}`)}
                value={palette[colour]}
                onChange={(event) => set({ palette: { ...palette, [colour]: event.target.value } })}
              />
            ))}
          </div>
        )}
      </FieldGroup>
      {!document.hero && (
        <FieldGroup label={t('portraits')} hint={t('portraits_hint')} id={fieldId('portraits')}>
          <Portraits chosen={chosen ?? []} onChange={(next) => set({ portraits: next.length > 0 ? next : null })} />
        </FieldGroup>
      )}
    </>
  )
}

import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { nameInItself } from '@/i18n/locales'
import { Button, CheckChips, Select, Switch, TextInput } from '@/ui'
import { devices, type TargetDraft } from './model'
import styles from './links.module.css'

interface Props {
  number: number
  target: TargetDraft
  pages: readonly string[]
  languages: readonly string[]
  onChange: (target: TargetDraft) => void
  onRemove: () => void
}

/** One page of a link: its share, and the visitors it is for. A rule that is left empty asks for nothing. */
export function TargetFields({ number, target, pages, languages, onChange, onRemove }: Props) {
  const { t } = useTranslation('marketing')
  const field = (name: 'weight' | 'countries' | 'first' | 'until') => ({
    value: target[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...target, [name]: event.target.value }),
  })
  return (
    <fieldset className={styles.target}>
      <legend>{t('link_target', { number })}</legend>
      <div className={styles.fields}>
        <Select
          label={t('dim_page')}
          value={target.page}
          onChange={(event) => onChange({ ...target, page: event.target.value })}
        >
          {[...new Set([target.page, ...pages])].map((page) => (
            <option key={page}>{page}</option>
          ))}
        </Select>
        <TextInput label={t('link_weight')} type="number" min={1} max={1000} {...field('weight')} />
      </div>
      <TextInput
        label={t('segment_countries')}
        hint={t('link_countries_hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...field('countries')}
      />
      <CheckChips
        label={t('dim_device')}
        options={devices.map((value) => ({ value, label: t(`device_${value}`) }))}
        values={target.devices}
        onChange={(chosen) => onChange({ ...target, devices: chosen })}
      />
      <CheckChips
        label={t('segment_languages')}
        options={languages.map((value) => ({ value, label: nameInItself(value) }))}
        values={target.languages}
        onChange={(chosen) => onChange({ ...target, languages: chosen })}
      />
      <div className={styles.fields}>
        <TextInput label={t('link_first_hour')} type="number" min={0} max={23} {...field('first')} />
        <TextInput label={t('link_until_hour')} type="number" min={0} max={23} {...field('until')} />
      </div>
      <Switch
        label={t('link_paused')}
        checked={target.isPaused}
        onChange={(isPaused) => onChange({ ...target, isPaused })}
      />
      <Button kind="quiet" small icon={<Trash2 size={20} aria-hidden="true" />} onClick={onRemove}>
        {t('link_target_remove', { number })}
      </Button>
    </fieldset>
  )
}

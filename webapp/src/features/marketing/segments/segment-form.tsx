import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { SegmentOfDesk, SegmentsOfDesk } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { newId } from '@/api/new-id'
import { countryName } from '@/i18n/country-name'
import { Button, CheckChips, FieldError, Select, TextInput, useToast } from '@/ui'
import { useNetworks } from '@/features/marketing/api/networks'
import { saveSegment } from '@/features/marketing/api/segments'
import styles from '@/features/marketing/campaigns/campaigns.module.css'
import { conditionsOf, draftOf, ranges } from './model'

interface Props {
  segment: SegmentOfDesk | null
  choices: SegmentsOfDesk
  onDone: () => void
}

/** The conditions of a segment. All that are given must hold; what is left empty asks for nothing. */
export function SegmentForm({ segment, choices, onDone }: Props) {
  const { t, i18n } = useTranslation('marketing')
  const { t: common } = useTranslation('common')
  const errorText = useErrorText()
  const showToast = useToast()
  const { data: sources } = useNetworks()
  const [id] = useState(() => segment?.id ?? newId())
  // That of the draft: the list is read again while the form is open.
  const [version] = useState(segment?.version ?? null)
  const [draft, setDraft] = useState(() => draftOf(segment?.name ?? '', segment?.conditions ?? {}))
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const languages = new Intl.DisplayNames(i18n.language, { type: 'language' })
  const networks = [...new Set([...draft.networks, ...(sources?.networks ?? []).map(({ name }) => name)])]

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await saveSegment(id, version, draft.name.trim(), conditionsOf(draft))
      showToast({ text: t('saved'), kind: 'success' })
      onDone()
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }

  return (
    <form className={styles.group} aria-label={t('segment_new')} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={t('campaign_name')}
        value={draft.name}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setDraft({ ...draft, name: event.target.value })}
      />
      <CheckChips
        label={t('segment_countries')}
        options={choices.countries.map((code) => ({ value: code, label: countryName(code, i18n.language) }))}
        values={draft.countries}
        onChange={(countries) => setDraft({ ...draft, countries })}
      />
      <CheckChips
        label={t('segment_languages')}
        options={choices.locales.map((code) => ({ value: code as string, label: languages.of(code) ?? code }))}
        values={draft.languages}
        onChange={(chosen) => setDraft({ ...draft, languages: chosen })}
      />
      <CheckChips
        label={t('segment_genders')}
        options={[
          { value: 'female' as const, label: common('women') },
          { value: 'male' as const, label: common('men') },
        ]}
        values={draft.genders}
        onChange={(genders) => setDraft({ ...draft, genders })}
      />
      {ranges.map(({ name, from, to, min, max }) => (
        <div key={name} className={styles.pair}>
          {([from, to] as const).map((bound) => (
            <TextInput
              key={bound}
              label={t(bound === from ? 'segment_from' : 'segment_to', { name: t(`segment_${name}`) })}
              type="number"
              min={min}
              max={max}
              value={draft.bounds[bound]}
              onChange={(event) => setDraft({ ...draft, bounds: { ...draft.bounds, [bound]: event.target.value } })}
            />
          ))}
        </div>
      ))}
      <Select
        label={t('segment_bought')}
        value={draft.bought}
        onChange={(event) => setDraft({ ...draft, bought: event.target.value as typeof draft.bought })}
      >
        <option value="">{t('segment_any')}</option>
        <option value="yes">{t('segment_bought_yes')}</option>
        <option value="no">{t('segment_bought_no')}</option>
      </Select>
      {networks.length > 0 && (
        <CheckChips
          label={t('segment_networks')}
          hint={t('segment_networks_hint')}
          options={networks.map((name) => ({ value: name, label: name }))}
          values={draft.networks}
          onChange={(chosen) => setDraft({ ...draft, networks: chosen })}
        />
      )}
      {problem && (
        <div role="alert">
          <FieldError id="segment-problem">{problem}</FieldError>
        </div>
      )}
      <div className={styles.row}>
        <Button type="submit" busy={isBusy}>
          {t('segment_save')}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}

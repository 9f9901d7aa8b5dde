import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { useErrorText } from '@/api/use-error-text'
import { Button, FieldError, Select, TextInput, useToast } from '@/ui'
import {
  editCampaign,
  makeCampaign,
  useAudience,
  type CampaignPlan,
  type Target,
} from '@/features/marketing/api/campaigns'
import { useCodes } from '@/features/marketing/api/codes'
import { useSegments } from '@/features/marketing/api/segments'
import { useFigures } from '@/features/marketing/report/use-figures'
import {
  areInOrder,
  audienceOf,
  audiences,
  audienceValue,
  cleaned,
  daysOf,
  documentsOf,
  emptyText,
  holdouts,
  kinds,
  labelOf,
  messageOf,
  pages,
  subjectsOf,
  withDocument,
  withSubjects,
  type Language,
} from './model'
import { SeriesFields } from './series-fields'
import { TextFields } from './text-fields'
import styles from './campaigns.module.css'

interface Props {
  id: string
  version: number | undefined
  initial: CampaignPlan
  languages: Language[]
}

/** The draft of a campaign. The server refuses what does not fit, with the place of the fault. */
export function CampaignForm({ id, version, initial, languages }: Props) {
  const { t, i18n } = useTranslation('marketing')
  const { t: say } = useTranslation('errors')
  const errorText = useErrorText()
  const showToast = useToast()
  const { percent } = useFigures()
  const { data: codes } = useCodes()
  const { data: segments } = useSegments()
  const [plan, setPlan] = useState<CampaignPlan>(() => ({
    name: initial.name,
    kind: initial.kind,
    audience: initial.audience,
    segment_id: initial.segment_id,
    holdout: initial.holdout,
    document: initial.document,
    series: initial.series,
  }))
  const [at, setAt] = useState(0)
  const [language, setLanguage] = useState<Language>(
    () => languages.find((each) => each === i18n.language) ?? languages[0]!,
  )
  const [problem, setProblem] = useState<{ text: string; isOfCode: boolean }>()
  const [isBusy, setBusy] = useState(false)
  const documents = documentsOf(plan)
  const document = documents[at] ?? plan.document
  const names = new Intl.DisplayNames(i18n.language, { type: 'language' })
  const setDocument = (changed: Partial<CampaignPlan['document']>) =>
    setPlan(withDocument(plan, at, { ...document, ...changed }))

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (plan.series && !areInOrder(daysOf(plan.series))) {
      setProblem({ text: t('series_days_wrong'), isOfCode: false })
      return
    }
    setBusy(true)
    setProblem(undefined)
    try {
      const made = cleaned(plan)
      await (version === undefined ? makeCampaign(id, made) : editCampaign(id, version, made))
      showToast({ text: t('saved'), kind: 'success' })
    } catch (error) {
      const field = isApiError(error) ? (error.field ?? error.errors[0]?.field ?? '') : ''
      if (field.includes('document.')) setAt(messageOf(field))
      setProblem({ text: refusal(error), isOfCode: field.endsWith('document.code') })
    } finally {
      setBusy(false)
    }
  }
  /** The first fault with the label of its field, and the language it is in. */
  const refusal = (error: unknown) => {
    const fault = isApiError(error, 'validation_failed') ? error.errors[0] : undefined
    const label = fault && labelOf(fault.field)
    if (!fault || !label) return errorText(error)
    const written = /document\.texts\.(\w+)/.exec(fault.field)?.[1]
    const place = written ? `${t(label)} (${languageName(written)})` : t(label)
    return `${place}: ${say(fault.code === 'field_required' ? 'field_required' : 'field_invalid')}`
  }
  const options = (values: readonly string[], label: (value: string) => string) =>
    values.map((value) => (
      <option key={value} value={value}>
        {label(value)}
      </option>
    ))
  const languageName = (value: string) => names.of(value) ?? value

  return (
    <form className={styles.group} aria-label={t('campaign_new')} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={t('campaign_name')}
        value={plan.name}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setPlan({ ...plan, name: event.target.value })}
      />
      <div className={styles.pair}>
        <Select
          label={t('campaign_kind')}
          value={plan.kind}
          onChange={(event) => setPlan({ ...plan, kind: event.target.value as CampaignPlan['kind'] })}
        >
          {options(kinds, (kind) => t(`campaign_${kind as 'news'}`))}
        </Select>
        <Select
          label={t('campaign_audience')}
          value={audienceValue(plan)}
          onChange={(event) => setPlan({ ...plan, ...audienceOf(event.target.value) })}
        >
          {options(audiences, (audience) => t(`campaign_audience_${audience as 'all'}`))}
          {plan.audience === 'segment' && !plan.segment_id && (
            <option value={audienceValue(plan)}>{t('segment_gone')}</option>
          )}
          {segments && segments.segments.length > 0 && (
            <optgroup label={t('segments')}>
              {segments.segments.map((segment) => (
                <option key={segment.id} value={audienceValue({ audience: 'segment', segment_id: segment.id })}>
                  {segment.name}
                </option>
              ))}
            </optgroup>
          )}
        </Select>
        <Select
          label={t('campaign_holdout')}
          value={plan.holdout}
          onChange={(event) => setPlan({ ...plan, holdout: Number(event.target.value) })}
        >
          {options([...new Set([...holdouts, plan.holdout])].map(String), (each) => percent(Number(each) / 100))}
        </Select>
      </div>
      {plan.series?.starts !== 'sign_up' && (
        <AudienceCount target={plan} subjects={Math.max(...documents.map(subjectsOf))} />
      )}
      <SeriesFields plan={plan} at={at} onChange={setPlan} onShow={setAt} />
      <div className={styles.pair}>
        <Select
          label={t('campaign_page')}
          value={document.page}
          onChange={(event) => setDocument({ page: event.target.value as typeof document.page })}
        >
          {options(pages, (path) => path)}
        </Select>
        <Select
          label={t('campaign_code')}
          value={document.code ?? ''}
          {...(problem?.isOfCode && { error: problem.text })}
          onChange={(event) => setDocument({ code: event.target.value || null })}
        >
          <option value="">{t('campaign_code_none')}</option>
          {options(
            [...new Set([document.code, ...usable(codes?.codes)])].filter(
              (code) => code !== null && code !== undefined,
            ),
            (code) => code,
          )}
        </Select>
      </div>
      <div className={styles.pair}>
        <Select
          label={t('campaign_language')}
          value={language}
          onChange={(event) => setLanguage(event.target.value as Language)}
        >
          {options(languages, languageName)}
        </Select>
        <Select
          label={t('campaign_fallback')}
          value={document.fallback ?? ''}
          onChange={(event) => setDocument({ fallback: event.target.value ? (event.target.value as Language) : null })}
        >
          <option value="">{t('campaign_fallback_none')}</option>
          {options(languages, languageName)}
        </Select>
      </div>
      <TextFields
        key={`${at}.${language}`}
        language={language}
        text={document.texts[language] ?? { ...emptyText, others: Array<string>(subjectsOf(document) - 1).fill('') }}
        onChange={(text) => setDocument({ texts: { ...document.texts, [language]: text } })}
        onSubjects={(change) => setDocument(withSubjects(document, language, change))}
      />
      {problem && !problem.isOfCode && (
        <div role="alert">
          <FieldError id="campaign-problem">{problem.text}</FieldError>
        </div>
      )}
      <div className={styles.row}>
        <Button type="submit" busy={isBusy}>
          {t('campaign_save')}
        </Button>
      </div>
    </form>
  )
}

const usable = (codes: { code: string; state: string }[] | undefined) =>
  (codes ?? []).filter(({ state }) => state === 'active' || state === 'planned').map(({ code }) => code)

/** The size of the audience today, and whether its holdout can say anything at all. */
function AudienceCount({ target, subjects }: { target: Target; subjects: number }) {
  const { t } = useTranslation('marketing')
  const { number } = useFigures()
  const { data } = useAudience(target, subjects)
  return (
    <p className={styles.quiet} role="status">
      {data?.members === null && t('segment_few')}
      {typeof data?.members === 'number' && (
        <>
          {`${t('campaign_size')}: ${number(data.members)}${data.has_more ? '+' : ''}`}
          {!data.has_more && data.members < data.needed && (
            <>
              <br />
              {t('campaign_small')} {t('campaign_needed')}: {number(data.needed)}
            </>
          )}
          {!data.has_more && data.needed_for_subjects !== null && data.members < data.needed_for_subjects && (
            <>
              <br />
              {t('subject_small')} {t('campaign_needed')}: {number(data.needed_for_subjects)}
            </>
          )}
        </>
      )}
    </p>
  )
}

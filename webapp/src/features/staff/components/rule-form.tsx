import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '@/api/new-id'
import { useErrorText } from '@/api/use-error-text'
import type { DeskRule, DeskRuleIn } from '@/api/types'
import { Button, Checkbox, classes, FieldGroup, Notice, Select, TextArea, TextInput } from '@/ui'
import styles from './staff.module.css'

const contents = ['profile', 'message', 'sign_up'] as const
const severities = ['under_age', 'illegal', 'threat', 'fraud', 'abuse'] as const
const reasons = ['fake', 'harassment', 'hate', 'nudity', 'fraud', 'advertising', 'violence', 'other'] as const

interface Props {
  rule: DeskRule | null
  sites: readonly string[]
  onSave: (rule: DeskRuleIn) => Promise<unknown>
  onDelete: (id: string) => Promise<unknown>
  onClose: () => void
}

/** Conditions and effect of a rule. */
export function RuleForm({ rule, sites, onSave, onDelete, onClose }: Props) {
  const { t } = useTranslation(['staff', 'complaints', 'common'])
  const errorText = useErrorText()
  const [id] = useState(() => rule?.id ?? newId())
  const [content, setContent] = useState<readonly string[]>(rule?.content ?? contents)
  const [values, setValues] = useState(() => ({
    site: rule?.site ?? sites[0] ?? '',
    name: rule?.name ?? '',
    words: rule?.words.join('\n') ?? '',
    pattern: rule?.pattern ?? '',
    younger_than_days: String(rule?.younger_than_days ?? ''),
    reports: String(rule?.reports ?? ''),
    reports_days: String(rule?.reports_days ?? ''),
    severity: rule?.severity ?? '',
    label: rule?.label ?? '',
    reason: rule?.reason ?? 'other',
    hides: rule?.hides ?? '',
  }))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  })
  const number = (name: 'younger_than_days' | 'reports' | 'reports_days') => ({
    inputMode: 'numeric' as const,
    value: values[name],
    onChange: (event: { target: { value: string } }) =>
      setValues({ ...values, [name]: event.target.value.replace(/\D/g, '').slice(0, 3) }),
  })

  const change = async (act: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await act()
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { words, ...others } = values
    const stated = Object.fromEntries(Object.entries(others).filter(([, value]) => value.trim()))
    const numbers = Object.fromEntries(
      (['younger_than_days', 'reports', 'reports_days'] as const)
        .filter((name) => values[name])
        .map((name) => [name, Number(values[name])]),
    )
    const lines = words.split('\n').map((line) => line.trim())
    const asked = { ...stated, ...numbers, rule_id: id, content, words: lines.filter(Boolean) }
    void change(() => onSave(asked as DeskRuleIn))
  }
  return (
    <form className={styles.statement} onSubmit={submit} aria-label={rule?.name ?? t('staff:rule_new')}>
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      <div className={styles.row}>
        <TextInput label={t('staff:reply_name')} required maxLength={60} {...field('name')} />
        {sites.length > 1 && (
          <Select label={t('staff:rule_site')} disabled={rule !== null} {...field('site')}>
            {sites.map((site) => (
              <option key={site} value={site}>
                {site}
              </option>
            ))}
          </Select>
        )}
      </div>
      <FieldGroup label={t('staff:rule_content')}>
        {contents.map((each) => (
          <Checkbox
            key={each}
            label={t(`staff:rule_content_${each}`)}
            checked={content.includes(each)}
            onChange={({ target }) =>
              setContent(contents.filter((one) => (one === each ? target.checked : content.includes(one))))
            }
          />
        ))}
      </FieldGroup>
      <TextArea
        label={t('staff:rule_words')}
        hint={t('staff:rule_words_hint')}
        rows={4}
        spellCheck={false}
        {...field('words')}
      />
      <TextInput
        label={t('staff:rule_pattern')}
        hint={t('staff:rule_pattern_hint')}
        maxLength={200}
        spellCheck={false}
        {...field('pattern')}
      />
      <div className={classes(styles.row, styles.level)}>
        <TextInput label={t('staff:rule_younger')} {...number('younger_than_days')} />
        <TextInput label={t('staff:rule_reports')} {...number('reports')} />
        <TextInput label={t('staff:rule_reports_days')} {...number('reports_days')} />
      </div>
      <div className={classes(styles.row, styles.level)}>
        <Select label={t('staff:rule_severity')} {...field('severity')}>
          <option value="">{t('staff:rule_unchanged')}</option>
          {severities.map((each) => (
            <option key={each} value={each}>
              {t(`staff:severity_${each}`)}
            </option>
          ))}
        </Select>
        <TextInput label={t('staff:rule_label')} maxLength={30} {...field('label')} />
        <Select label={t('complaints:label_reason')} {...field('reason')}>
          {reasons.map((each) => (
            <option key={each} value={each}>
              {t(`complaints:reason_${each}`)}
            </option>
          ))}
        </Select>
      </div>
      <Select label={t('staff:rule_hides')} {...field('hides')}>
        <option value="">{t('staff:rule_hides_none')}</option>
        {content.length === 1 && content[0] === 'profile' && <option value="text">{t('staff:rule_hides_text')}</option>}
        <option value="profile">{t('staff:rule_hides_profile')}</option>
      </Select>
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          {t('staff:work_save')}
        </Button>
        {rule && (
          <Button kind="secondary" busy={busy} onClick={() => void change(() => onDelete(rule.id))}>
            {t('staff:rule_delete')}
          </Button>
        )}
        <Button kind="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  )
}

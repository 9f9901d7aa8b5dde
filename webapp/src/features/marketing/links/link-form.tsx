import { Plus } from 'lucide-react'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { SmartLink, SmartLinks } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, FieldError, Select, TextInput, useToast } from '@/ui'
import { saveLink } from '@/features/marketing/api/links'
import { useNetworks } from '@/features/marketing/api/networks'
import { draftOf, linkOf, mostTargets, withTarget } from './model'
import { TargetFields } from './target-fields'
import styles from './links.module.css'

interface Props {
  link: SmartLink | null
  choices: SmartLinks
  onDone: () => void
}

/** Where a link leads: pages with their shares and rules, and one page for everybody else. */
export function LinkForm({ link, choices, onDone }: Props) {
  const { t } = useTranslation('marketing')
  const errorText = useErrorText()
  const showToast = useToast()
  const { data: sources } = useNetworks()
  const [draft, setDraft] = useState(() => draftOf(link, choices.pages))
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const networks = [...new Set([draft.network, ...(sources?.networks ?? []).map(({ name }) => name)])].filter(Boolean)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await saveLink(linkOf(draft), !link)
      showToast({ text: t('saved'), kind: 'success' })
      onDone()
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} aria-label={t('link_make')} onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles.fields}>
        {!link && (
          <TextInput
            label={t('link_name')}
            hint={t('link_name_hint')}
            value={draft.name}
            maxLength={32}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          />
        )}
        <Select
          label={t('link_fallback')}
          hint={t('link_fallback_hint')}
          value={draft.fallback}
          onChange={(event) => setDraft({ ...draft, fallback: event.target.value })}
        >
          {[...new Set([draft.fallback, ...choices.pages])].map((page) => (
            <option key={page}>{page}</option>
          ))}
        </Select>
        {networks.length > 0 && (
          <Select
            label={t('dim_network')}
            hint={t('link_network_hint')}
            value={draft.network}
            onChange={(event) => setDraft({ ...draft, network: event.target.value })}
          >
            <option value="">{t('key_none')}</option>
            {networks.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </div>
      {draft.targets.map((target, index) => (
        <TargetFields
          key={target.key}
          number={index + 1}
          target={target}
          pages={choices.pages}
          languages={choices.languages}
          onChange={(changed) =>
            setDraft({ ...draft, targets: draft.targets.map((each) => (each.key === target.key ? changed : each)) })
          }
          onRemove={() => setDraft({ ...draft, targets: draft.targets.filter(({ key }) => key !== target.key) })}
        />
      ))}
      {problem && (
        <div role="alert">
          <FieldError id="link-problem">{problem}</FieldError>
        </div>
      )}
      <div className={styles.actions}>
        <Button type="submit" busy={isBusy}>
          {t('link_save')}
        </Button>
        {draft.targets.length < mostTargets && (
          <Button
            kind="secondary"
            icon={<Plus size={20} aria-hidden="true" />}
            onClick={() => setDraft(withTarget(draft, draft.fallback))}
          >
            {t('link_target_add')}
          </Button>
        )}
        <Button kind="quiet" onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}

import { useRef, useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, Dialog, DialogActions, ErrorState, Loading, Notice, Skeleton, TextArea } from '@/ui'
import { useKnownContacts } from '@/features/contacts/api/use-known-contacts'
import { addressesIn, textOf } from '@/features/contacts/model/addresses-in'
import styles from './known-contacts.module.css'

/** The list of people the member hides from: addresses go in, and only their number comes back. */
export function KnownContacts() {
  const { t } = useTranslation(['settings', 'common'])
  const errorText = useErrorText()
  const { own, error, retry, add, remove } = useKnownContacts()
  const picker = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [state, setState] = useState<{ busy?: 'add' | 'remove'; problem?: string; saved?: boolean }>({})
  const [clearing, setClearing] = useState(false)
  if (!own && error) return <ErrorState error={error} onRetry={retry} />
  if (!own) {
    return (
      <Loading>
        <Skeleton height="320px" />
      </Loading>
    )
  }

  const enter = (entered: string) => {
    const found = addressesIn(entered)
    setText(found.slice(0, own.most).join('\n'))
    if (found.length === 0) setState({ problem: t('settings:contacts_none') })
    else setState(found.length > own.most ? { problem: t('settings:contacts_too_many', { number: own.most }) } : {})
  }
  const change = async (busy: 'add' | 'remove', addresses?: string[]) => {
    if (addresses?.length === 0) return setState({ problem: t('settings:contacts_none') })
    setState({ busy })
    try {
      await (busy === 'add' && addresses ? add(addresses) : remove(addresses))
      setText('')
      setState({ saved: true })
    } catch (failed) {
      setState({ problem: errorText(failed) })
    }
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void change('add', addressesIn(text).slice(0, own.most))
  }

  return (
    <div className={styles.matter}>
      <div className={styles.sums}>
        <p>{t('settings:contacts_kept', { number: own.count, most: own.most })}</p>
        {own.ending > 0 && <p>{t('settings:contacts_ending', { number: own.ending })}</p>}
      </div>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextArea
          label={t('settings:contacts_addresses')}
          hint={t('settings:contacts_addresses_hint')}
          error={state.problem}
          rows={6}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <input
          ref={picker}
          type="file"
          accept=".vcf,.csv,.txt,text/vcard,text/csv,text/plain"
          hidden
          aria-label={t('settings:contacts_file')}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            const failed = () => setState({ problem: t('settings:contacts_none') })
            if (file) void file.arrayBuffer().then((read) => enter(textOf(read)), failed)
          }}
        />
        <div className={styles.actions}>
          <Button type="submit" busy={state.busy === 'add'}>
            {t('settings:contacts_add')}
          </Button>
          <Button kind="secondary" onClick={() => picker.current?.click()}>
            {t('settings:contacts_file')}
          </Button>
          {own.count > 0 && text.trim() && (
            <Button
              kind="quiet"
              busy={state.busy === 'remove'}
              onClick={() => void change('remove', addressesIn(text).slice(0, own.most))}
            >
              {t('settings:contacts_remove')}
            </Button>
          )}
          {own.count > 0 && !text.trim() && (
            <Button kind="quiet" busy={state.busy === 'remove'} onClick={() => setClearing(true)}>
              {t('settings:contacts_remove_all')}
            </Button>
          )}
        </div>
        <p role="status" className={styles.saved}>
          {state.saved && t('common:saved')}
        </p>
      </form>
      <Notice>{t('settings:contacts_when')}</Notice>
      <p className={styles.note}>{t('settings:contacts_silence')}</p>
      <Dialog open={clearing} onClose={() => setClearing(false)} title={t('settings:contacts_remove_all')}>
        <p>{t('settings:contacts_remove_all_text')}</p>
        <DialogActions>
          <Button kind="secondary" onClick={() => setClearing(false)}>
            {t('common:cancel')}
          </Button>
          <Button
            kind="danger"
            onClick={() => {
              setClearing(false)
              void change('remove')
            }}
          >
            {t('settings:contacts_remove_all')}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  )
}

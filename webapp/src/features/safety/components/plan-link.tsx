import { Copy, Share2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { paths } from '@/paths'
import { Button, TextInput, useToast } from '@/ui'
import styles from './date-plans.module.css'

/** The link of a plan: to copy, or to share where the browser can. */
export function PlanLink({ token, name }: { token: string; name: string }) {
  const { t } = useTranslation('safety')
  const showToast = useToast()
  const errorText = useErrorText()
  const url = `${globalThis.location.origin}${paths.sharedPlanOf(token)}`
  const attempt = async (work: () => Promise<void>, done?: string) => {
    try {
      await work()
      if (done) showToast({ text: done, kind: 'success' })
    } catch (error) {
      // Closing the browser's own share sheet is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      showToast({ text: errorText(error), kind: 'danger' })
    }
  }
  return (
    <>
      <TextInput
        label={t('plan_link')}
        readOnly
        // The button that made the link is gone.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={url}
        hint={t('plan_link_text', { name })}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.actions}>
        <Button
          icon={<Copy size={20} aria-hidden="true" />}
          onClick={() => void attempt(() => navigator.clipboard.writeText(url), t('plan_copied'))}
        >
          {t('plan_copy')}
        </Button>
        {'share' in navigator ? (
          <Button
            kind="secondary"
            icon={<Share2 size={20} aria-hidden="true" />}
            onClick={() => void attempt(() => navigator.share({ url }))}
          >
            {t('plan_share')}
          </Button>
        ) : null}
      </div>
    </>
  )
}

import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, Dialog, DialogActions, menuItem } from '@/ui'
import type { WebLink } from '@/features/chat/model/links'

interface Props {
  /** Null is closed. */
  link: WebLink | null
  onClose: () => void
}

/** Says to which host a link leads, before it does. */
export function LinkDialog({ link, onClose }: Props) {
  const { t } = useTranslation('chat')
  return (
    <Dialog open={link !== null} onClose={onClose} title={t('link_title')}>
      {link && (
        <>
          <p>{t('link_text')}</p>
          <a
            className={menuItem()}
            href={link.href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            onClick={onClose}
          >
            <ExternalLink size={20} aria-hidden="true" />
            {t('link_open', { host: link.host })}
          </a>
          <DialogActions>
            <Button kind="secondary" onClick={onClose}>
              {t('not_now')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

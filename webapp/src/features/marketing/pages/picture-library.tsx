import { ImagePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeskPicture } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, Checkbox, Dialog, ErrorState, IconButton, Loading, Notice, Skeleton } from '@/ui'
import { addPicture, deletePicture, usePictures } from './use-pictures'
import styles from './pictures.module.css'

const accepted = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,.heic,.heif'

interface Props {
  onChoose: (hash: string) => void
  onClose: () => void
}

/** The site’s pictures: choose one, upload one, which is chosen by that, or delete one. */
export function PictureLibrary({ onChoose, onClose }: Props) {
  const { t } = useTranslation('landing')
  const errorText = useErrorText()
  const { data, error, mutate } = usePictures()
  const picker = useRef<HTMLInputElement>(null)
  const [hasRights, setRights] = useState(false)
  const [part, setPart] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const isBusy = part !== undefined

  const attempt = async (action: () => Promise<void>) => {
    setProblem(undefined)
    try {
      await action()
    } catch (failure) {
      setProblem(errorText(failure))
    } finally {
      setPart(undefined)
    }
  }
  const take = (file: File | undefined) => {
    if (!file || isBusy) return
    setPart(0)
    void attempt(async () => onChoose((await addPicture(file, setPart)).hash))
  }
  const remove = ({ hash, is_live }: DeskPicture) => {
    if (is_live && !window.confirm(t('picture_delete_live'))) return
    void attempt(() => deletePicture(hash))
  }

  return (
    <Dialog open onClose={onClose} title={t('picture_library')} size="large" closable={!isBusy}>
      <div className={styles.library}>
        <Checkbox
          label={t('picture_rights')}
          checked={hasRights}
          onChange={({ target }) => setRights(target.checked)}
        />
        <div className={styles.upload}>
          <Button
            icon={<ImagePlus size={20} aria-hidden />}
            busy={isBusy}
            disabled={!hasRights}
            onClick={() => picker.current?.click()}
          >
            {t('picture_upload')}
          </Button>
          {isBusy && <progress aria-label={t('picture_upload')} value={part} />}
          <input
            ref={picker}
            type="file"
            accept={accepted}
            hidden
            aria-label={t('picture_upload')}
            onChange={({ currentTarget }) => {
              take(currentTarget.files?.[0])
              currentTarget.value = '' // the same file may be chosen again
            }}
          />
        </div>
        {problem && (
          <Notice kind="danger" role="alert">
            {problem}
          </Notice>
        )}
        {!data && error !== undefined && <ErrorState error={error} onRetry={() => void mutate()} />}
        {!data && error === undefined && (
          <Loading>
            <Skeleton height="140px" />
          </Loading>
        )}
        {data?.pictures.length === 0 && <p className={styles.quiet}>{t('picture_none')}</p>}
        <ul className={styles.grid}>
          {data?.pictures.map((picture, index) => (
            <li key={picture.hash}>
              <button type="button" className={styles.choice} onClick={() => onChoose(picture.hash)}>
                <img
                  src={picture.src}
                  width={picture.width}
                  height={picture.height}
                  loading="lazy"
                  alt={t('picture_number', { number: index + 1 })}
                />
                <span className={styles.quiet}>
                  {Math.ceil(picture.phone_bytes / 1000)} kB{picture.is_live && ` · ${t('picture_live')}`}
                </span>
              </button>
              <IconButton label={t('picture_delete', { number: index + 1 })} onClick={() => remove(picture)}>
                <Trash2 size={18} />
              </IconButton>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice } from '@/ui'
import { fetchCopy } from '@/features/mydata/api/exports'

/** Fetches the copy of the mailed link, when pressed: the link works once. */
export function DownloadCopy({ token }: { token: string }) {
  const { t } = useTranslation('mydata')
  const errorText = useErrorText()
  const [state, setState] = useState<'waiting' | 'busy' | 'done'>('waiting')
  const [failure, setFailure] = useState<unknown>(null)

  const download = async () => {
    setState('busy')
    setFailure(null)
    try {
      save(await fetchCopy(token))
      setState('done')
    } catch (problem) {
      setFailure(problem)
      setState('waiting')
    }
  }

  if (state === 'done')
    return (
      <Notice kind="success" role="status">
        {t('download_done')}
      </Notice>
    )
  return (
    <>
      {failure !== null && (
        <Notice kind="danger" role="alert">
          {errorText(failure)}
        </Notice>
      )}
      <div>
        <Button
          busy={state === 'busy'}
          icon={<Download size={20} aria-hidden="true" />}
          onClick={() => void download()}
        >
          {t('download_action')}
        </Button>
      </div>
    </>
  )
}

function save(file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = 'my-data.zip'
  link.click()
  URL.revokeObjectURL(url)
}

import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { receiptFile, useReceipt } from '@/features/credits/api/use-receipt'
import { isSame } from '@/features/credits/model/receipt'
import styles from './transactions.module.css'

/** The hash of a transaction, verified by the browser, and a saved receipt compared with it. */
export function TransactionReceipt({ id }: { id: Id }) {
  const { t } = useTranslation('credits')
  const found = useReceipt(id)
  const [same, setSame] = useState<boolean | null>(null)
  if (!found) return null
  const compare = async (file: File | undefined) =>
    setSame(file ? await isSame(found.receipt, await file.text()) : null)
  return (
    <section className={styles.receipt} aria-labelledby="receipt">
      <h2 id="receipt">{t('receipt_title')}</h2>
      <p>{t('receipt_text')}</p>
      <dl className={styles.details}>
        <div>
          <dt>{t('receipt_hash')}</dt>
          <dd>
            <code>{found.receipt.hash}</code>
            <p>{found.fits ? t('receipt_fits') : t('receipt_differs')}</p>
          </dd>
        </div>
      </dl>
      <a className={styles.download} href={receiptFile(id)} download={`receipt-${id}.json`}>
        <Download size={20} aria-hidden="true" />
        {t('receipt_download')}
      </a>
      <label className={styles.saved}>
        {t('receipt_check')}
        <input
          type="file"
          accept="application/json,.json"
          onChange={(event) => void compare(event.target.files?.[0])}
        />
      </label>
      <p role="status">{same !== null && t(same ? 'receipt_same' : 'receipt_other')}</p>
    </section>
  )
}

import { useIntl } from 'react-intl'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import files from './InvoiceFiles.module.css'
import list from './InvoiceList.module.css'
import item from './InvoiceListItem.module.css'
import styles from './InvoiceListSkeleton.module.css'

/** Shown until the invoices are loaded, in the same space. @param props.count how many invoices are expected */
export function InvoiceListSkeleton({ count }: { readonly count: number }) {
  const { formatMessage } = useIntl()
  return (
    <>
      <output>
        <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
      </output>
      <div aria-hidden="true" className={list.frame}>
        <div className={list.list}>
          {Array.from({ length: count }, (_, row) => (
            <div key={row} className={item.item}>
              <div className={item.about}>
                <Skeleton className={styles.title} />
                <Skeleton className={styles.facts} />
              </div>
              <Skeleton className={styles.total} />
              <div className={files.buttons}>
                <Skeleton className={styles.button} />
                <Skeleton className={styles.button} />
              </div>
            </div>
          ))}
        </div>
      </div>
    </>
  )
}

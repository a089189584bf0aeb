import { useState } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../../ui/Button.tsx'
import styles from './ImportPage.module.css'

/** How many more are asked for at a time. */
const pageSize = 50

export interface MoreOfReportProps {
  readonly hasNext: boolean
  readonly isLoadingNext: boolean
  readonly loadNext: (count: number, options: { onComplete: (error: Error | null) => void }) => unknown
  /** Whether the list itself could not be had. */
  readonly isMissing: boolean
}

/** The way to more of a list; says so when it cannot be had. */
export function MoreOfReport({ hasNext, isLoadingNext, loadNext, isMissing }: MoreOfReportProps) {
  const { formatMessage } = useIntl()
  const [hasFailed, setFailed] = useState(false)
  return (
    <>
      <div role="alert" className={styles.alert}>
        {(hasFailed || isMissing) && <p>{formatMessage({ id: 'import.loadFailed' })}</p>}
      </div>
      {hasNext && (
        <Button
          isPending={isLoadingNext}
          className={styles.more}
          onPress={() => {
            setFailed(false)
            loadNext(pageSize, { onComplete: (error) => setFailed(error !== null) })
          }}
        >
          {formatMessage({ id: 'banner.showMore' })}
        </Button>
      )}
    </>
  )
}

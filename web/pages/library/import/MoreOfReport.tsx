import { useState } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../../ui/Button.tsx'
import styles from './ImportPage.module.css'

const pageSize = 50

export interface MoreOfReportProps {
  readonly hasNext: boolean
  readonly isLoadingNext: boolean
  readonly loadNext: (count: number, options: { onComplete: (error: Error | null) => void }) => unknown
  /** Whether the list itself failed to load. */
  readonly isMissing: boolean
}

/** The button that loads the next page of a list, with an alert if loading fails. */
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

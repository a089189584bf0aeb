import { useRef, useTransition } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '../ui/Button.tsx'
import { useFocusOnPart } from '../ui/useFocusOnPart.ts'
import styles from './PartFailure.module.css'

export interface PartFailureProps {
  /** By default, says that some parts of the page could not be loaded. */
  readonly message?: string
  /** Fetches the data again. The page keeps what it shows until the answer arrives. */
  readonly onRetry: () => void
  /** True while the query is running, if `onRetry` does not suspend the page. */
  readonly isRetrying?: boolean
}

/** Says that a part of a page could not be loaded, with a retry. The rest of the page is shown around it. */
export function PartFailure({ message, onRetry, isRetrying = false }: PartFailureProps) {
  const { formatMessage } = useIntl()
  const notice = useRef<HTMLDivElement>(null)
  useFocusOnPart(notice)
  const [isPending, startRetry] = useTransition()
  return (
    <div ref={notice} role="alert" className={styles.part}>
      <p className={styles.message}>{message ?? formatMessage({ id: 'common.partsFailed' })}</p>
      <Button size="small" isPending={isPending || isRetrying} onPress={() => startRetry(onRetry)}>
        <FormattedMessage id="common.retry" />
      </Button>
    </div>
  )
}

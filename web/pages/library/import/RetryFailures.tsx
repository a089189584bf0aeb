import { useIntl } from 'react-intl'
import { Button } from '../../../ui/Button.tsx'
import { RetryIcon } from '../../../ui/laterIcons.tsx'
import { useStartImport } from './useStartImport.ts'

/** The button that retries the failed files. */
export function RetryFailures({ libraryId }: { readonly libraryId: string }) {
  const { formatMessage } = useIntl()
  const [start, run] = useStartImport(libraryId)
  return (
    <>
      <div role="alert">{start === 'failed' && <p>{formatMessage({ id: 'import.startFailed' })}</p>}</div>
      <Button icon={<RetryIcon size={18} />} isPending={start === 'pending'} onPress={() => void run()}>
        {formatMessage({ id: 'import.retryFailed' })}
      </Button>
    </>
  )
}

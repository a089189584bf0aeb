import { useIntl } from 'react-intl'
import { Button } from '../ui/Button.tsx'
import { MessagePage } from '../shared/MessagePage.tsx'

export interface StorageBlockedPageProps {
  readonly brandName: string
}

/** Shown instead of the product when the browser blocks its storage. */
export function StorageBlockedPage({ brandName }: StorageBlockedPageProps) {
  const { formatMessage } = useIntl()
  return (
    <main>
      <MessagePage
        title={formatMessage({ id: 'storageBlocked.title' })}
        action={
          <Button variant="primary" onPress={() => location.reload()}>
            {formatMessage({ id: 'common.retry' })}
          </Button>
        }
      >
        {formatMessage({ id: 'storageBlocked.text' }, { brand: brandName })}
      </MessagePage>
    </main>
  )
}

import { useIntl } from 'react-intl'
import { Waiting } from '../ui/Waiting.tsx'

/** What is shown until the first page is there; on the way to sign in, nothing else is. */
export function StartingPage() {
  const { formatMessage } = useIntl()
  return (
    <main>
      <Waiting label={formatMessage({ id: 'common.loading' })} />
    </main>
  )
}

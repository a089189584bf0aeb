import { useIntl } from 'react-intl'
import { Waiting } from '../ui/Waiting.tsx'

/** Shown until the first page is loaded, and during the redirect to sign in. */
export function StartingPage() {
  const { formatMessage } = useIntl()
  return (
    <main>
      <Waiting label={formatMessage({ id: 'common.loading' })} />
    </main>
  )
}

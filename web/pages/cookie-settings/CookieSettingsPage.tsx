import { useIntl } from 'react-intl'
import { ConsentForm } from '../../shared/consent/ConsentForm.tsx'
import { PlainPageFrame } from '../../shared/page/PageFrame.tsx'

/** Shows what the customer has agreed to, and lets the customer change that choice. */
export function CookieSettingsPage() {
  const { formatMessage } = useIntl()
  return (
    <PlainPageFrame back="settings" text={formatMessage({ id: 'consent.text' })}>
      <ConsentForm />
    </PlainPageFrame>
  )
}

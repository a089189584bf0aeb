import { Consent } from '../shared/consent/Consent.tsx'
import { ToastRegion } from '../ui/ToastRegion.tsx'
// Loads the code of FailedPage together with the notices, so that FailedPage can be shown without a network.
import './FailedPage.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'

/**
 * The notices of every page: the question about cookies, toasts, and the notice that the browser is offline or an
 * answer is late.
 */
export function Notices() {
  return (
    <>
      <Consent />
      <ConnectionNotice />
      <ToastRegion />
    </>
  )
}

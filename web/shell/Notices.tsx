import { ToastRegion } from '../ui/ToastRegion.tsx'
// Loaded here, so that the page is available when the network is not.
import './FailedPage.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'

/** The notices of every page: toasts, and the notice that the browser is offline. */
export function Notices() {
  return (
    <>
      <OfflineNotice />
      <ToastRegion />
    </>
  )
}

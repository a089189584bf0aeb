import { ToastRegion } from '../ui/ToastRegion.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'

/** What is told on any page: toasts, and that there is no network. */
export function Notices() {
  return (
    <>
      <OfflineNotice />
      <ToastRegion />
    </>
  )
}

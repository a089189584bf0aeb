import { ToastRegion } from '../ui/ToastRegion.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'

/** The notices of every page: toasts, and the notice without a network. */
export function Notices() {
  return (
    <>
      <OfflineNotice />
      <ToastRegion />
    </>
  )
}

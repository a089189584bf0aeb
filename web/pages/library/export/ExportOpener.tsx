import { Suspense, lazy, useSyncExternalStore } from 'react'
import { useExportDialog } from '../../../shared/exportDialog.ts'

const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }))

/** Shows the export dialog when a page outside of the library has opened it. */
export function ExportOpener() {
  const { subscribe, isOpen, close } = useExportDialog()
  if (!useSyncExternalStore(subscribe, isOpen)) return null
  return (
    <Suspense fallback={null}>
      <ExportDialog onClose={close} />
    </Suspense>
  )
}

import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useAppNavigate } from '../../../shared/AppLink.tsx'
import { exportPath } from '../../../shared/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { isExportRunning } from './exportRules.ts'
import { LatestExport } from './LatestExport.tsx'
import { type ExportRequest, useRequestExport } from './useRequestExport.ts'
import styles from './ExportDialog.module.css'

const texts = { processing: 'export.processing', ready: 'export.ready', empty: 'timeline.empty' } as const

export interface ExportDialogProps {
  readonly onClose: () => void
}

/** Explains and requests an export. While an export is being made, shows its progress instead. */
export function ExportDialog({ onClose }: ExportDialogProps) {
  const { formatMessage } = useIntl()
  const navigate = useAppNavigate()
  const [request, ask] = useRequestExport()
  const [latest, setLatest] = useState<string | null>(null)
  const phase = phaseOf(request, latest)
  const isAsking = phase === 'asking' || phase === 'failed'
  const submit = async () => {
    const made = await ask()
    if (made.kind === 'ready' || made.kind === 'nothing') onClose()
    if (made.kind === 'ready') navigate(exportPath(made.backupId))
  }
  const title = formatMessage({ id: 'export.title' })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isPending={request.kind === 'pending'}
      size="small"
      title={title}
      alert={phase === 'failed' && formatMessage({ id: 'export.requestFailed' })}
      onSubmit={() => void (isAsking ? submit() : onClose())}
      footer={
        <>
          {isAsking && (
            <Button isDisabled={request.kind === 'pending'} onPress={onClose}>
              {formatMessage({ id: 'common.cancel' })}
            </Button>
          )}
          {/* The same button requests the export and later closes the dialog, so that it keeps the focus. */}
          <Button type="submit" variant="primary" data-initial-focus isPending={request.kind === 'pending'}>
            {isAsking ? title : formatMessage({ id: 'common.close' })}
          </Button>
        </>
      }
    >
      <div aria-live="polite" className={styles.text}>
        {(phase === 'processing' || phase === 'ready' || phase === 'empty') && (
          <p>{formatMessage({ id: texts[phase] })}</p>
        )}
      </div>
      {isAsking && <p>{formatMessage({ id: 'export.text' })}</p>}
      <LatestExport onStatus={setLatest} />
    </Dialog>
  )
}

/** Determines the dialog's phase from the request made in the dialog and the status of the latest export. */
function phaseOf({ kind }: ExportRequest, latest: string | null): keyof typeof texts | 'asking' | 'failed' {
  if (kind === 'empty') return 'empty'
  if (kind === 'accepted' || isExportRunning(latest)) return 'processing'
  if (kind !== 'processing') return kind === 'failed' ? 'failed' : 'asking'
  // The export was requested in this dialog and may have ended since.
  if (latest === 'FAILED') return 'failed'
  return latest === 'READY' ? 'ready' : 'processing'
}

import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useAppNavigate } from '../../../shared/AppLink.tsx'
import { exportPath } from '../../../shared/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { LatestExport } from './LatestExport.tsx'
import { useRequestExport } from './useRequestExport.ts'
import styles from './ExportDialog.module.css'

export interface ExportDialogProps {
  readonly onClose: () => void
}

/** Says what an export is and asks for it; while one is being made, says how far it is instead. */
export function ExportDialog({ onClose }: ExportDialogProps) {
  const { formatMessage } = useIntl()
  const navigate = useAppNavigate()
  const [request, ask] = useRequestExport()
  const [isUnderWay, setUnderWay] = useState(false)
  const isProcessing = request.kind === 'processing' || isUnderWay
  const isAsking = !isProcessing && request.kind !== 'empty'
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
      alert={request.kind === 'failed' && isAsking && formatMessage({ id: 'export.requestFailed' })}
      onSubmit={() => void (isAsking ? submit() : onClose())}
      footer={
        <>
          {isAsking && (
            <Button isDisabled={request.kind === 'pending'} onPress={onClose}>
              {formatMessage({ id: 'common.cancel' })}
            </Button>
          )}
          {/* The same button, so that it keeps the focus. */}
          <Button type="submit" variant="primary" data-initial-focus isPending={request.kind === 'pending'}>
            {isAsking ? title : formatMessage({ id: 'common.close' })}
          </Button>
        </>
      }
    >
      <div aria-live="polite" className={styles.text}>
        {isProcessing && <p>{formatMessage({ id: 'export.processing' })}</p>}
        {request.kind === 'empty' && <p>{formatMessage({ id: 'timeline.empty' })}</p>}
      </div>
      {isAsking && <p>{formatMessage({ id: 'export.text' })}</p>}
      <LatestExport onKnown={setUnderWay} />
    </Dialog>
  )
}

import { FormattedMessage } from 'react-intl'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { progressCounts } from './uploadTexts.ts'
import type { UploadSnapshot } from './uploadTypes.ts'

interface StopUploadDialogProps {
  readonly isOpen: boolean
  readonly snapshot: UploadSnapshot
  readonly onKeep: () => void
  readonly onStop: () => void
}

/** Asks before uploads that are on their way are stopped. */
export function StopUploadDialog({ isOpen, snapshot, onKeep, onStop }: StopUploadDialogProps) {
  const { done, total } = progressCounts(snapshot)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onKeep}
      role="alertdialog"
      size="small"
      title={<FormattedMessage id="upload.stop.title" />}
      footer={
        <>
          <Button onPress={onStop}>
            <FormattedMessage id="upload.stop.stop" />
          </Button>
          <Button variant="primary" onPress={onKeep}>
            <FormattedMessage id="upload.stop.keep" />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id="upload.stop.text" values={{ left: total - done }} />
      </p>
    </Dialog>
  )
}

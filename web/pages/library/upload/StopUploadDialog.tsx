import { FormattedMessage } from 'react-intl'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { progressCounts } from './uploadTexts.ts'
import type { UploadSnapshot } from './uploadTypes.ts'

interface StopUploadDialogProps {
  readonly isOpen: boolean
  /** Whether the user has pressed Stop or is signing out. */
  readonly reason: 'stop' | 'signOut'
  readonly snapshot: UploadSnapshot
  readonly onKeep: () => void
  readonly onStop: () => void
}

/** Asks for confirmation before it stops the uploads in progress. */
export function StopUploadDialog({ isOpen, reason, snapshot, onKeep, onStop }: StopUploadDialogProps) {
  const { done, total } = progressCounts(snapshot)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onKeep}
      role="alertdialog"
      size="small"
      title={<FormattedMessage id={`upload.${reason}.title`} />}
      footer={
        <>
          <Button onPress={onStop}>
            <FormattedMessage id={`upload.${reason}.stop`} />
          </Button>
          <Button variant="primary" data-initial-focus onPress={onKeep}>
            <FormattedMessage id="upload.stop.keep" />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id={`upload.${reason}.text`} values={{ left: total - done }} />
      </p>
    </Dialog>
  )
}

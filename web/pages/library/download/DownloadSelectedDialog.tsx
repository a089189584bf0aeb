import { useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useApp } from '../../../startup/appContext.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { collectSelected } from '../selection/collectSelected.ts'
import type { Selection } from '../selection/Selection.ts'
import { DownloadDialog } from './DownloadDialog.tsx'

/** Photos that can be downloaded at a time. */
const mostPhotos = 100

export interface DownloadSelectedDialogProps {
  readonly selection: Selection
  readonly onClose: () => void
}

/** Downloads the selected photos. One is downloaded by itself; several are one file, which there is not yet. */
export function DownloadSelectedDialog({ selection, onClose }: DownloadSelectedDialogProps) {
  const { environment } = useApp()
  const [count] = useState(selection.amount)
  if (count > 1) return <SeveralPhotos count={count} onClose={onClose} />
  return (
    <DownloadDialog findPhotoId={async () => (await collectSelected(environment, selection))[0]} onClose={onClose} />
  )
}

function SeveralPhotos({ count, onClose }: { readonly count: number; readonly onClose: () => void }) {
  const reason = useId()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title={<FormattedMessage id="download.title" values={{ count }} />}
      footer={
        <>
          <Button data-initial-focus onPress={onClose}>
            <FormattedMessage id="common.cancel" />
          </Button>
          <Button variant="primary" isDisabled aria-describedby={reason}>
            <FormattedMessage id="preview.download" />
          </Button>
        </>
      }
    >
      <p id={reason}>
        <FormattedMessage id={count > mostPhotos ? 'download.tooMany' : 'download.notYet'} />
      </p>
    </Dialog>
  )
}

import { FormattedMessage } from 'react-intl'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import type { LeftOut } from './PrintTransfer.ts'

interface LeftOutDialogProps {
  readonly leftOut: LeftOut
  readonly onContinue: () => void
  readonly onCancel: () => void
}

/** Says that selected photos cannot be printed, and offers to continue with the other photos. */
export function LeftOutDialog({ leftOut: { count, remaining }, onContinue, onCancel }: LeftOutDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onCancel}
      size="small"
      title={<FormattedMessage id="printOrder.leftOut.title" values={{ count }} />}
      footer={
        remaining === 0 ? (
          <Button variant="primary" onPress={onCancel}>
            <FormattedMessage id="common.close" />
          </Button>
        ) : (
          <>
            <Button onPress={onCancel}>
              <FormattedMessage id="common.cancel" />
            </Button>
            <Button variant="primary" onPress={onContinue}>
              <FormattedMessage id="printOrder.leftOut.goOn" values={{ count: remaining }} />
            </Button>
          </>
        )
      }
    >
      <p>
        <FormattedMessage id="printOrder.leftOut.text" values={{ count }} />
      </p>
    </Dialog>
  )
}

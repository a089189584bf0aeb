import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { RemoveMethodDialog_method$key } from '../../__generated__/RemoveMethodDialog_method.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/toasts.ts'
import { removeMethod } from './removeMethod.ts'
import { useMethodLabel } from './useMethodLabel.ts'

const fragment = graphql`
  fragment RemoveMethodDialog_method on PaymentMethod {
    id
    ...useMethodLabel_method
  }
`

export interface RemoveMethodDialogProps {
  readonly method: RemoveMethodDialog_method$key
  readonly onClose: () => void
  readonly onRemoved: () => void
}

/** Asks before the payment method is removed. After a failure the dialog stays open and shows an alert. */
export function RemoveMethodDialog({ method, onClose, onRemoved }: RemoveMethodDialogProps) {
  const { formatMessage } = useIntl()
  const session = useSession()
  const data = useFragment(fragment, method)
  const label = useMethodLabel(data)
  const [state, setState] = useState<'asking' | 'pending' | 'failed' | 'blocked'>('asking')
  const isPending = state === 'pending'
  const confirm = async () => {
    setState('pending')
    const removal = await removeMethod(session, data.id)
    if (removal === 'failed' || removal === 'blocked') return setState(removal)
    // While the provider has not confirmed the deletion, the page says so.
    if (removal === 'removed') showToast({ kind: 'success', message: formatMessage({ id: 'payment.remove.done' }) })
    return onRemoved()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isPending={isPending}
      role="alertdialog"
      size="small"
      title={formatMessage({ id: 'payment.remove.title' }, { label })}
      alert={
        (state === 'failed' && formatMessage({ id: 'payment.remove.failed' })) ||
        (state === 'blocked' && formatMessage({ id: 'settings.refused.blocked' }))
      }
      footer={
        <>
          {/* The safe button has the focus: a key pressed in haste removes nothing. */}
          <Button data-initial-focus isDisabled={isPending} onPress={onClose}>
            {formatMessage({ id: 'common.cancel' })}
          </Button>
          <Button variant="danger" isPending={isPending} onPress={() => void confirm()}>
            {formatMessage({ id: 'payment.remove.submit' })}
          </Button>
        </>
      }
    >
      <p>{formatMessage({ id: 'payment.remove.text' })}</p>
    </Dialog>
  )
}

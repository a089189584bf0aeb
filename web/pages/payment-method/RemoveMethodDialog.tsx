import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { RemoveMethodDialog_method$key } from '../../__generated__/RemoveMethodDialog_method.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
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
    // While the provider has not confirmed the deletion, the page says so instead of a toast.
    if (removal === 'removed') showToast({ kind: 'success', message: formatMessage({ id: 'payment.remove.done' }) })
    return onRemoved()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      isPending={isPending}
      title={formatMessage({ id: 'payment.remove.title' }, { label })}
      alert={
        (state === 'failed' && formatMessage({ id: 'payment.remove.failed' })) ||
        (state === 'blocked' && formatMessage({ id: 'settings.refused.blocked' }))
      }
      submit={formatMessage({ id: 'payment.remove.submit' })}
      onConfirm={() => void confirm()}
    >
      <p>{formatMessage({ id: 'payment.remove.text' })}</p>
    </ConfirmDialog>
  )
}

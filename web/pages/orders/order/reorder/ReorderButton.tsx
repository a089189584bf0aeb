import { Suspense, lazy, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ReorderButton_order$key } from '../../../../__generated__/ReorderButton_order.graphql.ts'
import { Button } from '../../../../ui/Button.tsx'
import styles from './ReorderButton.module.css'

const ReorderDialog = lazy(async () => ({ default: (await import('./ReorderDialog.tsx')).ReorderDialog }))

const fragment = graphql`
  fragment ReorderButton_order on Order {
    id
    code
    status
    canReorder {
      isAllowed
      reason
    }
  }
`

/** Opens the check before a reorder, or says why the order cannot be ordered again. */
export function ReorderButton({ order }: { readonly order: ReorderButton_order$key }) {
  const { id, code, status, canReorder } = useFragment(fragment, order)
  const [isOpen, setOpen] = useState(false)
  const { isAllowed, reason } = canReorder
  if (!isAllowed) {
    // A cancelled order needs no reason here: its state is shown on the same page.
    const isExplained = reason && reason !== '%future added value' && status !== 'CANCELLED'
    return (
      isExplained && (
        <p className={styles.reason}>
          <FormattedMessage id={`order.unavailable.${reason}`} />
        </p>
      )
    )
  }
  return (
    <>
      <Button variant="primary" aria-haspopup="dialog" onPress={() => setOpen(true)}>
        <FormattedMessage id="reorder.open" />
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReorderDialog orderId={id} code={code} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

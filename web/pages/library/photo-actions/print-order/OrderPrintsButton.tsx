import { useIntl } from 'react-intl'
import { useLocation, useNavigate } from 'react-router-dom'
import { timelinePath } from '../../../../shared/paths.ts'
import { isStripped } from '../../../../shared/stripped.ts'
import { Button } from '../../../../ui/Button.tsx'
import { PrintIcon } from '../../../../ui/icons.tsx'
import { withPrintOrder } from './orderAddress.ts'

export interface OrderPrintsButtonProps {
  /** The page whose photos are ordered; by default the page of all photos. */
  readonly path?: string
  readonly className?: string | undefined
}

/**
 * Starts the selection of photos for prints. The state is in the URL, so that links, Back and reloads work. Hidden on
 * stripped pages: they are embedded in another product with its own button for prints.
 */
export function OrderPrintsButton({ path = timelinePath, className }: OrderPrintsButtonProps) {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const navigate = useNavigate()
  const order = () => void navigate({ pathname: path, search: withPrintOrder(search) }, { preventScrollReset: true })
  if (isStripped(search)) return null
  return (
    <Button icon={<PrintIcon size={20} />} className={className} onPress={order}>
      {formatMessage({ id: 'printOrder.start' })}
    </Button>
  )
}

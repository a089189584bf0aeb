import { useIntl } from 'react-intl'
import { useLocation, useNavigate } from 'react-router-dom'
import { timelinePath } from '../../../../shared/paths.ts'
import { isStripped } from '../../../../shared/stripped.ts'
import { Button } from '../../../../ui/Button.tsx'
import { withPrintOrder } from './orderAddress.ts'

/**
 * Starts the selection of photos for prints. The state is in the address, so that links, Back and reloads work. Hidden on
 * stripped pages: they are embedded in another product with its own button for prints.
 */
export function OrderPrintsButton() {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const navigate = useNavigate()
  const order = () =>
    void navigate({ pathname: timelinePath, search: withPrintOrder(search) }, { preventScrollReset: true })
  if (isStripped(search)) return null
  return <Button onPress={order}>{formatMessage({ id: 'printOrder.start' })}</Button>
}

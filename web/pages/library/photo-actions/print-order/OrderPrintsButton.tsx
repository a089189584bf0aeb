import { useIntl } from 'react-intl'
import { useLocation, useNavigate } from 'react-router-dom'
import { timelinePath } from '../../../../shared/paths.ts'
import { isStripped } from '../../../../shared/stripped.ts'
import { Button } from '../../../../ui/Button.tsx'
import { askForPrints } from './orderAddress.ts'

/**
 * Begins to choose photos for prints. The address says so, hence a link, Back and a reload do the same. A stripped page
 * is a part of something else, which has its own way to prints.
 */
export function OrderPrintsButton() {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const navigate = useNavigate()
  const order = () =>
    void navigate({ pathname: timelinePath, search: askForPrints(search) }, { preventScrollReset: true })
  if (isStripped(search)) return null
  return <Button onPress={order}>{formatMessage({ id: 'printOrder.start' })}</Button>
}

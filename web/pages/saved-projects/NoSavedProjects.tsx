import { useIntl } from 'react-intl'
import { OrderLink } from '../../shared/storage/OrderLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** Shown when there are no saved projects. Leads to the shop. */
export function NoSavedProjects() {
  const { formatMessage } = useIntl()
  return (
    <EmptyState
      title={formatMessage({ id: 'projects.empty' })}
      action={<OrderLink variant="primary" label={formatMessage({ id: 'projects.toShop' })} />}
    >
      {formatMessage({ id: 'projects.emptyText' })}
    </EmptyState>
  )
}

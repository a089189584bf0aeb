import { FormattedMessage, useIntl } from 'react-intl'
import { useSession } from '../../../app/sessionContext.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'

/** Shown while the trash is empty. */
export function NothingInTrash() {
  const { formatMessage } = useIntl()
  const { trashDays } = useSession().config
  return (
    <EmptyState title={formatMessage({ id: 'trash.empty' })}>
      {trashDays > 0 && <FormattedMessage id="trash.emptyText" values={{ days: trashDays }} />}
    </EmptyState>
  )
}

import { FormattedMessage, useIntl } from 'react-intl'
import { AppLinkButton } from '../../../shared/AppLinkButton.tsx'
import { onlineProductsPath } from '../../../shared/paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'

/** Shown for a book that does not exist, was removed for good, or belongs to another customer. */
export function MissingBook() {
  const { formatMessage } = useIntl()
  return (
    <EmptyState
      title={formatMessage({ id: 'onlineBook.missing' })}
      action={
        <AppLinkButton to={onlineProductsPath} variant="primary">
          <FormattedMessage id="onlineBooks.all" />
        </AppLinkButton>
      }
    >
      <FormattedMessage id="onlineBook.missingText" />
    </EmptyState>
  )
}

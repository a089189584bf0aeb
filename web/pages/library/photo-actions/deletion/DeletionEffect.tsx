import { FormattedMessage } from 'react-intl'
import { useSession } from '../../../../app/sessionContext.ts'

/** Says what a deletion does: the photos leave every view, and can be restored if the brand has a trash. */
export function DeletionEffect({ count }: { readonly count: number }) {
  const { trashDays: days } = useSession().config
  return (
    <FormattedMessage id={days > 0 ? 'deletion.confirm.trashText' : 'deletion.confirm.text'} values={{ count, days }} />
  )
}

import { useIntl } from 'react-intl'
import { ProgressBar } from '../../../../ui/ProgressBar.tsx'

/** How many of the selected photos are known by now. */
export function Collecting({ done, total }: { readonly done: number; readonly total: number }) {
  const { formatMessage } = useIntl()
  const label = formatMessage({ id: 'tasks.collecting' }, { done, total })
  return (
    <>
      <p>{label}</p>
      <ProgressBar label={label} value={(100 * done) / total} />
    </>
  )
}

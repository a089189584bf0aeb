import { useIntl } from 'react-intl'
import { ProgressBar } from '../../../../ui/ProgressBar.tsx'
import styles from './Collecting.module.css'

/** The progress of collecting the ids of the selected photos. */
export function Collecting({ done, total }: { readonly done: number; readonly total: number }) {
  const { formatMessage } = useIntl()
  const label = formatMessage({ id: 'tasks.collecting' }, { done, total })
  return (
    <div className={styles.progress}>
      <p>{label}</p>
      <ProgressBar label={label} value={(100 * done) / total} />
    </div>
  )
}

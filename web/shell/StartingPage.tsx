import { useIntl } from 'react-intl'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import styles from './StartingPage.module.css'

/** What is shown until the first page is there; on the way to sign in, nothing else is. */
export function StartingPage() {
  const { formatMessage } = useIntl()
  return (
    <main className={styles.page}>
      <ProgressBar label={formatMessage({ id: 'common.loading' })} className={styles.bar ?? ''} />
    </main>
  )
}

import { FormattedMessage } from 'react-intl'
import { Button } from '../../ui/Button.tsx'
import styles from './SetupNotice.module.css'
import type { SetupProgress, SetupResult } from './useSetupOutcome.ts'

const failures: readonly SetupResult[] = ['failed', 'providerUnavailable', 'notFound', 'REFUSED']
const askable: readonly SetupResult[] = ['failed', 'providerUnavailable', 'PENDING']

/** Shows the outcome of the visit to the payment provider. */
export function SetupNotice({ result, checkAgain }: SetupProgress) {
  const isFailure = result !== null && failures.includes(result)
  return (
    // Rendered while empty, so that screen readers announce later texts.
    <output>
      {result !== null && (
        <span data-tone={isFailure ? 'danger' : 'info'} className={styles.notice}>
          <FormattedMessage id={`payment.outcome.${result}`} />
          {askable.includes(result) && (
            <Button className={styles.again} onPress={checkAgain}>
              <FormattedMessage id="payment.checkAgain" />
            </Button>
          )}
        </span>
      )}
    </output>
  )
}

import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSession } from '../../app/sessionContext.ts'
import { SignOut } from '../../shared/settings/CustomerPart.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './FtpIntegration.module.css'
import { type CallbackTest, type TestOutcome, useTestFtpIntegration } from './useTestFtpIntegration.ts'

export interface FtpTestProps {
  /** The version of the profile whose integration is tested. */
  readonly version: string | null
  readonly isBlocked: boolean
  /** True if the form has unsaved changes. The test calls only the saved callback URL. */
  readonly isChanged: boolean
}

/** Sends a sample notice to the saved callback URL, and shows what the receiver has answered. */
export function FtpTest({ version, isBlocked, isChanged }: FtpTestProps) {
  const [run, isRunning] = useTestFtpIntegration()
  const [outcome, setOutcome] = useState<TestOutcome | null>(null)
  const start = async () => {
    setOutcome(null)
    setOutcome(await run(version))
  }
  if (outcome?.kind === 'gone') return <SignOut />
  return (
    <section aria-labelledby="ftp-test" className={styles.section}>
      <h2 id="ftp-test" className={styles.title}>
        <FormattedMessage id="ftp.test" />
      </h2>
      <p id="ftp-test-note" className={styles.note}>
        <FormattedMessage id={noteOf(isBlocked, isChanged)} />
      </p>
      <Button
        className={styles.start}
        isPending={isRunning}
        isDisabled={isBlocked || isChanged}
        aria-describedby="ftp-test-note"
        onPress={() => void start()}
      >
        <FormattedMessage id="ftp.test.start" />
      </Button>
      {/* Rendered while empty, so that screen readers announce the result. */}
      <output className={styles.result}>{outcome && <Outcome outcome={outcome} />}</output>
    </section>
  )
}

function noteOf(isBlocked: boolean, isChanged: boolean): string {
  if (isBlocked) return 'settings.blocked'
  return isChanged ? 'ftp.test.saveFirst' : 'ftp.test.text'
}

function Outcome({ outcome }: { readonly outcome: TestOutcome }) {
  const { formatTime } = useIntl()
  const { links } = useSession().config
  if (outcome.kind === 'tested') return <TestResult test={outcome.test} />
  if (outcome.kind === 'tooMany') {
    const time = formatTime(outcome.retryAt)
    return <FormattedMessage id="ftp.test.tooMany" values={{ time }} />
  }
  if (outcome.kind === 'notOffered') {
    return (
      <>
        <FormattedMessage id="ftp.test.notOffered" />{' '}
        <a href={links.customerCare}>
          <FormattedMessage id="order.contact" />
        </a>
      </>
    )
  }
  return <FormattedMessage id={outcome.kind === 'changed' ? 'ftp.test.changed' : 'ftp.test.failed'} />
}

function TestResult({ test }: { readonly test: CallbackTest }) {
  const { formatNumber } = useIntl()
  const { outcome, httpStatus, duration, text } = test
  const seconds = formatNumber(duration / 1000, { maximumFractionDigits: 1 })
  return (
    <>
      <p data-accepted={outcome === 'ACCEPTED'} className={styles.outcome}>
        <FormattedMessage id={`ftp.outcome.${outcome}`} />
      </p>
      {httpStatus !== null && (
        <p>
          <FormattedMessage id="ftp.test.status" values={{ status: String(httpStatus), seconds }} />
        </p>
      )}
      {text !== null && (
        <>
          <p>
            <FormattedMessage id="ftp.test.answer" />
          </p>
          <p className={styles.answer}>{text}</p>
        </>
      )}
    </>
  )
}

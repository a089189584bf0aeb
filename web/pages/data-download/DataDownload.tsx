import { FormattedMessage, useIntl } from 'react-intl'
import { useSession } from '../../app/sessionContext.ts'
import { SignOut } from '../../shared/settings/CustomerPart.tsx'
import { Button } from '../../ui/Button.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import styles from './DataDownloadPage.module.css'
import { type DownloadFailure, useDataDownload } from './useDataDownload.ts'

const contents = ['profile', 'signIns', 'consents', 'payment', 'orders'] as const

/** What the file contains, and the button that makes and downloads it. @param props.hasInvoices for business accounts */
export function DataDownload({ hasInvoices }: { readonly hasInvoices: boolean }) {
  const { formatMessage } = useIntl()
  const { state, start } = useDataDownload()
  const isMaking = state.kind === 'making'
  if (state.kind === 'gone') return <SignOut />
  return (
    <section aria-labelledby="data-file" className={styles.section}>
      <h2 id="data-file" className={styles.title}>
        {formatMessage({ id: 'dataDownload.contains' })}
      </h2>
      <ul className={styles.list}>
        {[...contents, ...(hasInvoices ? (['invoices'] as const) : [])].map((part) => (
          <li key={part}>{formatMessage({ id: `dataDownload.${part}` })}</li>
        ))}
      </ul>
      <p id="data-note" className={styles.note}>
        {formatMessage({ id: 'dataDownload.password' })}
      </p>
      <div>
        <Button
          variant="primary"
          icon={<DownloadIcon size={18} />}
          isPending={isMaking}
          aria-describedby="data-note"
          onPress={start}
        >
          {formatMessage({ id: 'dataDownload.title' })}
        </Button>
      </div>
      {/* Both are rendered while empty, so that screen readers announce later texts. */}
      <output className={styles.result}>
        {isMaking && <FormattedMessage id="dataDownload.making" />}
        {state.kind === 'saved' && <FormattedMessage id="dataDownload.saved" values={{ name: state.fileName }} />}
      </output>
      <div role="alert" className={styles.failed}>
        {state.kind === 'failed' && <Failure failure={state.failure} />}
      </div>
    </section>
  )
}

function Failure({ failure }: { readonly failure: DownloadFailure }) {
  const { formatTime } = useIntl()
  const { links } = useSession().config
  switch (failure.kind) {
    case 'tooMany':
      return <FormattedMessage id="dataDownload.tooMany" values={{ time: formatTime(failure.retryAt) }} />
    case 'incomplete':
      return <FormattedMessage id="dataDownload.incomplete" />
    case 'notOffered':
      return (
        <>
          <FormattedMessage id="dataDownload.notOffered" />{' '}
          <a href={links.customerCare}>
            <FormattedMessage id="order.contact" />
          </a>
        </>
      )
    case 'other':
      return (
        <>
          <FormattedMessage id="dataDownload.failed" />
          {failure.correlationId && (
            <p className={styles.reference}>
              <FormattedMessage id="common.reference" values={{ correlationId: failure.correlationId }} />
            </p>
          )}
        </>
      )
  }
}

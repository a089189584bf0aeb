import { FormattedMessage, useIntl } from 'react-intl'
import type { DataFileFailure } from '../../__generated__/DataDownload_file.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import styles from './DataDownloadPage.module.css'
import type { DataFileProblem } from './useDataFile.ts'

/** Why a file could not be prepared. @param props.reason null if the service gives none */
export function Failure({ reason }: { readonly reason: DataFileFailure | null }) {
  if (reason === 'SERVICE_UNAVAILABLE') return <FormattedMessage id="dataDownload.incomplete" />
  return (
    <>
      <FormattedMessage id="dataDownload.notInTime" /> <Contact />
    </>
  )
}

/** Why a request or a download has failed. */
export function Problem({ problem }: { readonly problem: DataFileProblem }) {
  const { formatTime } = useIntl()
  switch (problem.kind) {
    case 'tooMany':
      return <FormattedMessage id="dataDownload.tooMany" values={{ time: formatTime(problem.retryAt) }} />
    case 'expired':
      return <FormattedMessage id="dataDownload.expired" />
    case 'notOffered':
      return (
        <>
          <FormattedMessage id="dataDownload.notOffered" /> <Contact />
        </>
      )
    case 'requestFailed':
    case 'downloadFailed':
      return (
        <>
          <FormattedMessage
            id={problem.kind === 'requestFailed' ? 'dataDownload.requestFailed' : 'dataDownload.failed'}
          />
          {problem.correlationId && (
            <p className={styles.reference}>
              <FormattedMessage id="common.reference" values={{ correlationId: problem.correlationId }} />
            </p>
          )}
        </>
      )
  }
}

function Contact() {
  const { links } = useSession().config
  return (
    <a href={links.customerCare}>
      <FormattedMessage id="order.contact" />
    </a>
  )
}

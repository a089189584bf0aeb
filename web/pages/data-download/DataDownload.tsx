import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  DataDownload_file$data as DataFile,
  DataDownload_file$key,
} from '../../__generated__/DataDownload_file.graphql.ts'
import type { DataDownload_viewer$key } from '../../__generated__/DataDownload_viewer.graphql.ts'
import { useFileSize } from '../../shared/fileSize.ts'
import { SignOut } from '../../shared/settings/CustomerPart.tsx'
import { Button } from '../../ui/Button.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import styles from './DataDownloadPage.module.css'
import { Failure, Problem } from './DataFileFailures.tsx'
import { useDataFile } from './useDataFile.ts'
import { useDataFilePolling } from './useDataFilePolling.ts'

const fragment = graphql`
  fragment DataDownload_viewer on Viewer {
    dataFile {
      ...DataDownload_file
    }
  }
`

const fileFragment = graphql`
  fragment DataDownload_file on DataFile {
    id
    status
    failure
    fileName
    size
    expires
  }
`

const contents = ['profile', 'signIns', 'consents', 'payment', 'orders'] as const
const ofBusiness = [...contents, 'invoices'] as const

export interface DataDownloadProps {
  readonly viewer: DataDownload_viewer$key
  /** True for business accounts. */
  readonly hasInvoices: boolean
}

/** What the file contains, its state, and the buttons that request and download it. */
export function DataDownload({ viewer, hasInvoices }: DataDownloadProps) {
  const { formatMessage } = useIntl()
  const { dataFile } = useFragment(fragment, viewer)
  const file = useFragment<DataDownload_file$key>(fileFragment, dataFile)
  const { outcome, request, download } = useDataFile()
  const isPreparing = file?.status === 'PREPARING'
  useDataFilePolling(isPreparing ? file.id : null)
  if (outcome.kind === 'gone') return <SignOut />
  const isRequested = isPreparing || outcome.kind === 'requesting'
  const isBusy = isRequested || outcome.kind === 'downloading'
  return (
    <section aria-labelledby="data-file" className={styles.section}>
      <h2 id="data-file" className={styles.title}>
        {formatMessage({ id: 'dataDownload.contains' })}
      </h2>
      <ul className={styles.list}>
        {(hasInvoices ? ofBusiness : contents).map((part) => (
          <li key={part}>{formatMessage({ id: `dataDownload.${part}` })}</li>
        ))}
      </ul>
      <div className={styles.state}>
        {/* Both are always rendered, so that screen readers announce later texts. */}
        <output className={styles.result}>
          {outcome.kind === 'saved' ? (
            <FormattedMessage id="dataDownload.saved" values={{ name: outcome.fileName }} />
          ) : (
            <State file={file} isRequested={isRequested} />
          )}
        </output>
        <div role="alert" className={styles.failed}>
          {outcome.kind === 'failed' ? (
            <Problem problem={outcome.problem} />
          ) : (
            file?.status === 'FAILED' && !isBusy && <Failure reason={file.failure ?? null} />
          )}
        </div>
      </div>
      <Buttons file={file} isBusy={isBusy} onRequest={request} onDownload={download} />
      <p id="data-note" className={styles.note}>
        {formatMessage({ id: 'dataDownload.password' })}
      </p>
    </section>
  )
}

interface ButtonsProps {
  readonly file: DataFile | null | undefined
  readonly isBusy: boolean
  readonly onRequest: () => void
  readonly onDownload: (file: DataFile) => void
}

function Buttons({ file, isBusy, onRequest, onDownload }: ButtonsProps) {
  const { formatMessage } = useIntl()
  const ready = file?.status === 'READY' ? file : null
  return (
    <div className={styles.buttons}>
      {/* One element, so that the keyboard focus stays when a file becomes ready. */}
      <Button
        variant="primary"
        icon={ready && <DownloadIcon size={18} />}
        isPending={isBusy}
        aria-describedby="data-note"
        onPress={ready ? () => onDownload(ready) : onRequest}
      >
        {formatMessage({ id: ready ? 'dataDownload.download' : 'dataDownload.request' })}
      </Button>
      {ready && (
        <Button aria-describedby="data-note" isDisabled={isBusy} onPress={onRequest}>
          {formatMessage({ id: 'dataDownload.requestAgain' })}
        </Button>
      )}
    </div>
  )
}

/**
 * The state of the file in words.
 * @param props.isRequested whether the file is being prepared, or was just requested
 */
function State({ file, isRequested }: { readonly file: DataFile | null | undefined; readonly isRequested: boolean }) {
  const { formatDate } = useIntl()
  const sizeText = useFileSize()
  if (isRequested) return <FormattedMessage id="dataDownload.preparing" />
  if (file?.status === 'FAILED') return null
  if (file?.status !== 'READY') return <FormattedMessage id="dataDownload.how" />
  const { fileName: name, size, expires } = file
  const time = expires ? formatDate(expires, { dateStyle: 'medium', timeStyle: 'short' }) : ''
  return <FormattedMessage id="dataDownload.ready" values={{ name, size: sizeText(size ?? 0), time }} />
}

import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { InvoiceFiles_invoice$key } from '../../__generated__/InvoiceFiles_invoice.graphql.ts'
import { Button } from '../../ui/Button.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useKeptFocus } from '../fileDownload/useKeptFocus.ts'
import styles from './InvoiceFiles.module.css'
import { type InvoiceDownload, useInvoiceDownload } from './useInvoiceDownload.ts'

const fragment = graphql`
  fragment InvoiceFiles_invoice on Invoice {
    id
    state
    pdf {
      __typename
    }
    xml {
      __typename
    }
  }
`

export interface InvoiceFilesProps {
  readonly invoice: InvoiceFiles_invoice$key
  /** Names the document, such as "Invoice K2026-000001". */
  readonly title: string
}

/** The files of an invoice and the state of their downloads, or why there are none. */
export function InvoiceFiles({ invoice, title }: InvoiceFilesProps) {
  const { id, state, pdf, xml } = useFragment(fragment, invoice)
  const ofPdf = useInvoiceDownload(id, 'pdf', Boolean(pdf))
  const ofXml = useInvoiceDownload(id, 'xml', Boolean(xml))
  const focus = useKeptFocus()
  const downloads = [...(pdf ? [ofPdf] : []), ...(xml ? [ofXml] : [])]
  return (
    <div {...focus} className={styles.files}>
      {downloads.length > 0 ? (
        <div className={styles.buttons}>
          {downloads.map((download) => (
            <SaveButton key={download.format} download={download} title={title} />
          ))}
        </div>
      ) : (
        <p className={styles.note}>
          <FormattedMessage id={reasonOf(state)} />
        </p>
      )}
      {downloads.map((download) => (
        <Outcome key={download.format} download={download} title={title} />
      ))}
    </div>
  )
}

/** The message that says why there are no files. */
function reasonOf(state: string | null | undefined): string {
  if (state === 'BEING_MADE') return 'invoices.beingMade'
  return state === 'FAILED' ? 'invoices.makingFailed' : 'invoices.notHere'
}

interface DownloadProps {
  readonly download: InvoiceDownload
  readonly title: string
}

function SaveButton({ download: { format, state, start }, title }: DownloadProps) {
  const isPending = state.kind === 'inProgress'
  return (
    <Button
      variant={format === 'pdf' ? 'secondary' : 'quiet'}
      size="small"
      {...(format === 'pdf' && { icon: <DownloadIcon size={18} /> })}
      isPending={isPending}
      // This button takes over the focus of the Retry button, which disappears when it is pressed.
      {...(isPending && { 'data-next-focus': '' })}
      onPress={start}
    >
      <FormattedMessage id={format === 'pdf' ? 'invoices.pdf' : 'invoices.xml'} />{' '}
      <VisuallyHidden>{title}</VisuallyHidden>
    </Button>
  )
}

function Outcome({ download: { state, start }, title }: DownloadProps) {
  return (
    <>
      {/* Both elements are rendered while empty, so that screen readers announce later texts. */}
      <p aria-live="polite" className={styles.finished}>
        {state.kind === 'finished' && <FormattedMessage id="download.success" values={{ name: state.fileName }} />}
      </p>
      <div role="alert" className={styles.failed}>
        {state.kind === 'failed' && (
          <>
            <p>
              <FormattedMessage id="invoices.saveFailed" values={{ name: title }} />
            </p>
            {state.correlationId && (
              <p className={styles.reference}>
                <FormattedMessage id="common.reference" values={{ correlationId: state.correlationId }} />
              </p>
            )}
            <Button size="small" onPress={start}>
              <FormattedMessage id="common.retry" />
            </Button>
          </>
        )}
      </div>
    </>
  )
}

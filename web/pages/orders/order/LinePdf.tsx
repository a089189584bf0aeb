import { FormattedMessage } from 'react-intl'
import { type PreloadedQuery, graphql, usePreloadedQuery, useRelayEnvironment } from 'react-relay/hooks'
import type { LinePdfQuery } from '../../../__generated__/LinePdfQuery.graphql.ts'
import { useAnswer } from '../../../relay/useAnswer.ts'
import { useReturn } from '../../../relay/useReturn.ts'
import { FileDownload } from '../../../shared/fileDownload/FileDownload.tsx'
import { findPdfUrl } from './findPdfUrl.ts'
import styles from './LinePdf.module.css'

const query = graphql`
  query LinePdfQuery($codes: [String!]!) {
    viewer {
      productPdfs(productCodes: $codes) {
        productCode
        isDownloadable
      }
    }
  }
`

/** The maximum number of codes that the gateway accepts. */
const maximumCodes = 100

/** The answer that says which lines of an order have a PDF. Null until it has arrived. */
export type LinePdfs = PreloadedQuery<LinePdfQuery> | null

/**
 * Asks which lines of an order have a PDF: once for all lines, and again when the customer comes back to the window.
 * @param codes the codes of the lines
 */
export function useLinePdfs(codes: readonly string[]): LinePdfs {
  const { reference, refresh } = useAnswer<LinePdfQuery>(query, { codes: codes.slice(0, maximumCodes) })
  useReturn(() => void refresh())
  return reference
}

export interface LinePdfProps {
  /** The code of the line. */
  readonly code: string
  readonly pdfs: NonNullable<LinePdfs>
}

/** The download of the PDF of an ordered product. Renders nothing without a PDF that a browser can download. */
export function LinePdf({ code, pdfs }: LinePdfProps) {
  const environment = useRelayEnvironment()
  const listed = usePreloadedQuery<LinePdfQuery>(query, pdfs).viewer?.productPdfs
  // The service and the order may write the code with different upper and lower case.
  const pdf = listed?.find(({ productCode }) => productCode.toUpperCase() === code.toUpperCase())
  if (!pdf?.isDownloadable) return null
  return (
    <div className={styles.pdf}>
      <FileDownload
        file={{ key: code, fileName: `${code}.pdf`, size: null, findUrl: () => findPdfUrl(environment, code) }}
        label={<FormattedMessage id="order.pdf" />}
        size="small"
        failure={<FormattedMessage id="export.downloadFailed" />}
      />
    </div>
  )
}

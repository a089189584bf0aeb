import { fetchQuery, graphql } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { findInvoiceFileQuery } from '../../__generated__/findInvoiceFileQuery.graphql.ts'

const query = graphql`
  query findInvoiceFileQuery($id: ID!) @throwOnFieldError {
    node(id: $id) {
      ... on Invoice {
        # InvoiceFiles shows it: the file may have gone since the list was loaded.
        # eslint-disable-next-line relay/unused-fields
        state
        pdf {
          fileName
          url
        }
        xml {
          fileName
          url
        }
      }
    }
  }
`

/** The formats of an invoice: the PDF, and the e-invoice that the PDF embeds. */
export type InvoiceFormat = 'pdf' | 'xml'

export interface InvoiceFile {
  readonly fileName: string
  readonly url: string
}

/**
 * Fetches a link to a file of an invoice, at the time of the download because links expire. Resolves with null if the
 * file does not exist: the components that show the invoice then know its new state. Rejects with a RequestError, or
 * with the error of a field.
 * @param id the global id of the invoice
 */
export async function findInvoiceFile(
  environment: IEnvironment,
  id: string,
  format: InvoiceFormat,
): Promise<InvoiceFile | null> {
  const config = { networkCacheConfig: { force: true } }
  const answer = await fetchQuery<findInvoiceFileQuery>(environment, query, { id }, config).toPromise()
  const invoice = answer?.node
  const file = format === 'pdf' ? invoice?.pdf : invoice?.xml
  return file ? { fileName: file.fileName, url: file.url } : null
}

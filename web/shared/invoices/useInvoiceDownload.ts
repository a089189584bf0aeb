import { useState } from 'react'
import { useRelayEnvironment } from 'react-relay/hooks'
import { RequestError } from '../../relay/errors.ts'
import { saveFile } from '../fileDownload/saveFile.ts'
import { type InvoiceFormat, findInvoiceFile } from './findInvoiceFile.ts'

/** The four states of a download (specification, section 3, "Request state"). */
export type InvoiceDownloadState =
  | { readonly kind: 'notRequested' }
  | { readonly kind: 'inProgress' }
  /** The browser has taken over the download. It does not say when the download ends. */
  | { readonly kind: 'finished'; readonly fileName: string }
  /** The correlation id is null if the failure was not a failed request to the gateway. */
  | { readonly kind: 'failed'; readonly correlationId: string | null }

export interface InvoiceDownload {
  readonly format: InvoiceFormat
  readonly state: InvoiceDownloadState
  /** Downloads the file; after a failure, tries again. */
  readonly start: () => void
}

const notRequested = { kind: 'notRequested' } as const

/**
 * The download of one file of an invoice.
 * @param id the global id of the invoice
 * @param isThere false while the file is being made. An earlier failure is then forgotten
 */
export function useInvoiceDownload(id: string, format: InvoiceFormat, isThere: boolean): InvoiceDownload {
  const environment = useRelayEnvironment()
  const [state, setState] = useState<InvoiceDownloadState>(notRequested)
  if (!isThere && state.kind === 'failed') setState(notRequested)
  const run = async (): Promise<InvoiceDownloadState> => {
    try {
      const file = await findInvoiceFile(environment, id, format)
      if (!file) return { kind: 'failed', correlationId: null }
      await saveFile(file.url, file.fileName)
      return { kind: 'finished', fileName: file.fileName }
    } catch (error) {
      return { kind: 'failed', correlationId: error instanceof RequestError ? error.correlationId : null }
    }
  }
  const start = () => {
    setState({ kind: 'inProgress' })
    void run().then(setState)
  }
  return { format, state, start }
}

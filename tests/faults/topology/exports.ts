import { z } from 'zod'
import { unzip } from '../../support/unzip.ts'
import type { Client } from './client.ts'
import { checksumOf } from './uploads.ts'

const readChannel = '{ site { channel } }'
const requestExport = `mutation ($channel: String!) {
  requestExport(input: { channel: $channel }) { ... on RequestExportSuccess { export { backupId } } }
}`
const readExport = `query ($id: String!) {
  viewer { export(backupId: $id) { status missingCount chunks { checksum url } } }
}`

const channelAnswer = z.object({ data: z.object({ site: z.object({ channel: z.string() }) }) })
const requestAnswer = z.object({
  data: z.object({ requestExport: z.object({ export: z.object({ backupId: z.string() }) }) }),
})
const exportAnswer = z.object({
  data: z.object({
    viewer: z.object({
      export: z.object({
        status: z.string(),
        missingCount: z.int().nullable(),
        chunks: z.array(z.object({ checksum: z.string(), url: z.string() })),
      }),
    }),
  }),
})
type Chunks = z.infer<typeof exportAnswer>['data']['viewer']['export']['chunks']

/** Exports the whole library, and compares the files with what was uploaded. */
export class Exports {
  readonly #client: Client
  /** How many files the newest export has. */
  files = 0

  constructor(client: Client) {
    this.#client = client
  }

  /**
   * @param required the checksums of photos that are in the library before the request. If the list is empty, no export is
   *   requested
   */
  async fetchNext(required: readonly string[]): Promise<void> {
    if (required.length === 0) return
    const ask = async () => channelAnswer.parse(await this.#client.customer.ask(readChannel))
    const { channel } = (await this.#client.operations.repeat('export', ask)).data.site
    const answer = await this.#client.operations.repeat('export', async () =>
      requestAnswer.parse(await this.#client.customer.ask(requestExport, { channel })),
    )
    const { backupId } = answer.data.requestExport.export
    this.#client.ledger.exports.push(backupId)
    const chunks = await this.#chunksOf(backupId)
    this.files = chunks.length
    const contents: string[] = []
    for (const chunk of chunks) contents.push(...(await this.#photosIn(chunk)))
    const allowed = this.#client.ledger.sent
    this.#client.ledger.compareContents(`export ${backupId}`, contents, { required, allowed })
  }

  async #chunksOf(backupId: string): Promise<Chunks> {
    return this.#client.operations.until('export', async () => {
      const answer = exportAnswer.parse(await this.#client.customer.ask(readExport, { id: backupId }))
      const { status, chunks } = answer.data.viewer.export
      if (status === 'FAILED') throw new Error(`The export ${backupId} has failed.`)
      return status === 'READY' ? chunks : null
    })
  }

  /** The checksums of the photos in a file. The first file has the list of albums, too. */
  async #photosIn({ checksum, url }: Chunks[number]): Promise<string[]> {
    const zip = await this.#client.operations.repeat('export', async () => this.#client.customer.download(url))
    if (checksumOf(zip) !== checksum) this.#client.ledger.lost.push(`the bytes of the file ${url}`)
    const files = await unzip(zip)
    return [...files].flatMap(([name, { bytes }]) => (name.endsWith('.jpg') ? [checksumOf(bytes)] : []))
  }
}

import { sql } from 'kysely'
import type { DownloadsTables } from '../../../services/downloads/tables.ts'
import { removeExpired } from '../../../services/downloads/upkeep.ts'
import { DownloadCustomer } from '../../services/downloads/downloadServices.ts'
import type { KillableServices } from '../../support/killableServices.ts'
import { unzip } from '../../support/unzip.ts'
import { checkArchives } from './archives.ts'
import { fillLibrary, type RoundPhoto } from './library.ts'
import { compare, type Finding, type LongWork, type Round } from './longWork.ts'

/** An archive of 100 photos (the most that one call accepts) and 50 MB. */
export const downloadsWork: LongWork = createDownloadsWork({ count: 100, bytes: 500_000 })

/** @param photos how many photos, and the size (bytes) of each */
export function createDownloadsWork(photos: { readonly count: number; readonly bytes: number }): LongWork {
  return {
    name: 'downloads',
    services: 'storage,photos,downloads',
    async prepare(services) {
      const customer = new DownloadCustomer(services.url, services.issuer)
      const kept = await fillLibrary(services, customer.id, photos)
      await services.start()
      return new DownloadRound(services, customer, kept)
    },
  }
}

class DownloadRound implements Round {
  readonly #services: KillableServices
  readonly #customer: DownloadCustomer
  readonly #photos: readonly RoundPhoto[]
  #id = ''

  constructor(services: KillableServices, customer: DownloadCustomer, kept: readonly RoundPhoto[]) {
    this.#services = services
    this.#customer = customer
    this.#photos = kept
  }

  async begin(): Promise<void> {
    this.#id = (await this.#customer.requestDownload(this.#photos.map(({ id }) => id))).body.id
  }

  async end(): Promise<void> {
    await this.#customer.untilEnded(this.#id)
  }

  async verify(): Promise<Finding[]> {
    const { body: download } = await this.#customer.readDownload(this.#id)
    const { state, progress, missingCount } = download
    const is = { state, progress, missingCount }
    if (state !== 'finished') return [compare('right result', 'the archive', is, { state: 'finished' })]
    const files = await unzip(await this.#customer.archive(this.#id))
    return [
      compare('right result', 'the archive', is, { state: 'finished', progress: 1, missingCount: 0 }),
      compare('nothing lost', 'names', [...files.keys()].toSorted(), this.#names().toSorted()),
      compare('nothing lost', 'files with wrong bytes', this.#changed(files), []),
      ...(await this.#checkSideEffects()),
    ]
  }

  /** The names in the archive. Two photos share each name, so the second gets a number. */
  #names(): string[] {
    return this.#photos.map(({ fileName }, number) =>
      number % 2 === 0 ? fileName : fileName.replace('.jpg', ' (2).jpg'),
    )
  }

  #changed(files: ReadonlyMap<string, { readonly bytes: Buffer }>): string[] {
    const names = this.#names()
    return this.#photos.flatMap(({ bytes }, number) => {
      const name = names[number] ?? ''
      return files.get(name)?.bytes.equals(bytes) ? [] : [name]
    })
  }

  async #checkSideEffects(): Promise<Finding[]> {
    const { id: owner } = this.#customer
    return checkArchives(this.#services, {
      folder: `downloads/${owner}`,
      files: 1,
      expectedEvents: ['download.started', 'download.finished'],
      async readEvents(platform) {
        const { rows } = await sql<{ type: string }>`
          select type from platform.events
          where owner = ${owner} and type like 'download.%' and type != 'download.progress'
          order by position`.execute(platform.database<unknown>('downloads'))
        return rows.map(({ type }) => type)
      },
      async expire(platform) {
        const database = platform.database<DownloadsTables>('downloads')
        await database.updateTable('downloads').set({ expires_at: new Date() }).execute()
        await removeExpired(platform.blobs, database, AbortSignal.timeout(60_000))
      },
    })
  }
}

import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { cleanUpQueue } from '../../../services/exports/upkeep.ts'
import type { ExportsTables } from '../../../services/exports/tables.ts'
import type { Platform } from '../../../services/platform/platform.ts'
import { Exporter, mailsTo } from '../../services/exports/exporter.ts'
import { until } from '../../services/storage/customer.ts'
import type { KillableServices } from '../../support/killableServices.ts'
import { checkArchives } from './archives.ts'
import { fillLibrary, type RoundPhoto } from './library.ts'
import { compare, type Finding, type LongWork, type Round } from './longWork.ts'

/** An export of a library of 36 MB, in about ten files. */
export const exportsWork: LongWork = createExportsWork({ count: 120, bytes: 300_000 }, 4_000_000)

/** @param photos how many photos, and the size (bytes) of each */
export function createExportsWork(photos: { count: number; bytes: number }, chunkBytes: number): LongWork {
  return {
    name: 'exports',
    services: 'site,storage,photos,exports',
    settings: { EXPORT_CHUNK_BYTES: String(chunkBytes) },
    async prepare(services) {
      const exporter = new Exporter(services.url, services.issuer)
      const kept = await fillLibrary(services, exporter.id, photos)
      await services.start()
      return new ExportRound(services, exporter, kept)
    },
  }
}

class ExportRound implements Round {
  readonly #services: KillableServices
  readonly #exporter: Exporter
  readonly #photos: readonly RoundPhoto[]
  #backupId = ''

  constructor(services: KillableServices, exporter: Exporter, kept: readonly RoundPhoto[]) {
    this.#services = services
    this.#exporter = exporter
    this.#photos = kept
  }

  async begin(): Promise<void> {
    this.#backupId = (await this.#exporter.requestExport()).body.backupId
  }

  async end(): Promise<void> {
    await this.#exporter.untilEnded(this.#backupId)
    await until(async () => ((await this.#mails()) > 0 ? true : null), 'the mail')
  }

  async verify(): Promise<Finding[]> {
    const { body: backup } = await this.#exporter.readExport(this.#backupId)
    const state = { status: backup.status, progress: backup.progress, photos: backup.photosCount }
    if (backup.status !== 'READY') return [compare('right result', 'the export', state, { status: 'READY' })]
    const archives = await this.#exporter.files(backup)
    const sums = archives.map((bytes) => createHash('sha256').update(bytes).digest('hex'))
    const checksums = backup.chunks.map(({ checksum }: { checksum: string }) => checksum)
    const unpacked = await this.#exporter.unpacked(backup)
    const sent = await this.#mails()
    return [
      compare('right result', 'the export', state, { status: 'READY', progress: 1, photos: this.#photos.length }),
      compare('right result', 'checksums', checksums, sums),
      compare('nothing lost', 'files', contentsOf([...unpacked.values()]), contentsOf(this.#photos)),
      compare('no duplicates', 'mails', sent, 1),
      ...(await this.#checkSideEffects(backup.chunks.length)),
    ]
  }

  async #checkSideEffects(chunks: number): Promise<Finding[]> {
    const { id: owner } = this.#exporter
    const backupId = this.#backupId
    return checkArchives(this.#services, {
      folder: `exports/${owner}`,
      files: chunks,
      expectedEvents: ['REQUESTED', 'READY'],
      async readEvents(platform) {
        const { rows } = await sql<{ status: string }>`
          select data->>'status' as status from platform.events
          where owner = ${owner} and type = 'export.changed' and data->>'status' != 'IN_PROGRESS'
          order by position`.execute(databaseOf(platform))
        return rows.map(({ status }) => status)
      },
      async checkFurther(platform) {
        const made = await databaseOf(platform).selectFrom('backup_chunks').select('attempt').execute()
        const attempts = made.reduce((sum, { attempt }) => sum + attempt, 0)
        // Each kill repeats at most one file, and there are up to two kills.
        return [compare('no duplicates', 'finished files were made again', attempts > chunks + 2, false)]
      },
      async expire(platform) {
        const database = databaseOf(platform)
        await database.updateTable('backups').set({ ends_at: new Date() }).execute()
        await cleanUpQueue({ platform, database }).run({ backupId }, AbortSignal.timeout(60_000))
      },
    })
  }

  async #mails(): Promise<number> {
    const mails = await mailsTo(this.#services.installation.dataDir, `${this.#exporter.id.slice(-1)}@example.com`)
    return mails.filter(({ text }) => text.includes(this.#backupId)).length
  }
}

function databaseOf(platform: Platform): Kysely<ExportsTables> {
  return platform.database<ExportsTables>('exports')
}

/** Checksums of the files' contents, regardless of their names. */
function contentsOf(files: readonly { readonly bytes: Buffer }[]): string[] {
  return files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')).toSorted()
}

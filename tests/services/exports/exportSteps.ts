import { sql } from 'kysely'
import { type BackupRow, requestBackup } from '../../../services/exports/backups.ts'
import { chunkQueue } from '../../../services/exports/chunkJobs.ts'
import { mailQueue } from '../../../services/exports/mails.ts'
import { planQueue } from '../../../services/exports/planning.ts'
import { cleanUpQueue } from '../../../services/exports/upkeep.ts'
import type { Blobs } from '../../../services/platform/blobs/blobs.ts'
import type { HttpClient, Mail, Platform } from '../../../services/platform/platform.ts'
import type { StoredPhoto } from '../archiveServices.ts'
import type { ExportServices, Exporter } from './exporter.ts'

export const photoBytes = 3_000

/** Parts of the platform to replace for the jobs of an export. */
interface Changes {
  readonly blobs?: Partial<Blobs>
  readonly http?: HttpClient
  readonly mail?: Mail
}

/** The jobs of one export, run by hand. */
interface ExportJobs {
  readonly id: string
  /** The jobs that the jobs of the export have queued. These queued jobs never start. */
  readonly queued: readonly { readonly name: string; readonly delaySeconds: number | undefined }[]
  /** Runs the plan to its end, or until it fails. */
  plan(): Promise<void>
  chunk(signal?: AbortSignal): Promise<void>
  /** Handles the failure of the last attempt. */
  fail(): Promise<void>
  mail(): Promise<void>
  cleanUp(): Promise<void>
}

/** Runs exports step by step, and reads their state. */
export interface ExportSteps {
  /** Adds photos. Returns them in the order of the export: the photo added last comes first. */
  readonly addPhotos: (exporter: Exporter, count: number) => Promise<StoredPhoto[]>
  /** Requests an export. Its jobs run only when the test calls them. */
  readonly requestExport: (exporter: Exporter, changes?: Changes) => Promise<ExportJobs>
  readonly read: (backupId: string) => Promise<BackupRow>
  /** How often each file was attempted. */
  readonly attempts: (backupId: string) => Promise<number[]>
  /** The events about a customer's exports, in order. */
  readonly eventsOf: (exporter: Exporter) => Promise<{ status: string; progress: number }[]>
}

export function useExportSteps(services: ExportServices): ExportSteps {
  return {
    async addPhotos(exporter, count) {
      const photos: StoredPhoto[] = []
      for (let number = 0; number < count; number += 1) {
        const bytes = Buffer.alloc(photoBytes, `photo ${number} of ${exporter.id} `)
        photos.unshift(await services.addPhoto(exporter, { fileName: `${number}.jpg`, bytes }))
      }
      return photos
    },
    requestExport: async (exporter, changes = {}) => requestExport(services, exporter, changes),
    read: async (backupId) => readBackup(services, backupId),
    async attempts(backupId) {
      const chunks = services.exports.selectFrom('backup_chunks').select('attempt').where('backup_id', '=', backupId)
      return (await chunks.orderBy('number').execute()).map(({ attempt }) => attempt)
    },
    async eventsOf({ id }) {
      const { rows } = await sql<{ data: { status: string; progress: number } }>`
        select data from platform.events where owner = ${id} and type = 'export.changed' order by position`.execute(
        services.exports,
      )
      return rows.map(({ data }) => data)
    },
  }
}

async function readBackup(services: ExportServices, backupId: string): Promise<BackupRow> {
  return services.exports.selectFrom('backups').selectAll().where('id', '=', backupId).executeTakeFirstOrThrow()
}

async function requestExport(
  services: ExportServices,
  exporter: Exporter,
  { blobs, http, mail }: Changes,
): Promise<ExportJobs> {
  const queued: { name: string; delaySeconds: number | undefined }[] = []
  const platform: Platform = {
    ...services.platform,
    ...(http && { http }),
    ...(mail && { mail }),
    blobs: { ...services.platform.blobs, ...blobs },
    jobs: {
      ...services.platform.jobs,
      enqueue: async (_change, name, _payload, { delaySeconds } = {}) => {
        queued.push({ name, delaySeconds })
      },
    },
  }
  const parts = { platform, database: services.exports }
  const asked = { ownerId: exporter.id, email: `${exporter.id}@example.com`, channelId: 'k' }
  const { backup } = await requestBackup(parts, asked)
  const payload = { backupId: backup.id }
  const never = new AbortController().signal
  return {
    id: backup.id,
    queued,
    async plan() {
      // A job runs for some seconds per turn; a slow machine may need several turns.
      do await planQueue(parts).run(payload, never)
      while ((await readBackup(services, backup.id)).step !== 'chunks')
    },
    chunk: async (signal = never) => chunkQueue(parts).run(payload, signal),
    fail: async () => chunkQueue(parts).failed?.(payload, new Error('the last attempt')),
    mail: async () => mailQueue(parts).run(payload, never),
    cleanUp: async () => cleanUpQueue(parts).run(payload, never),
  }
}

import { z } from 'zod'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { ExportsTables } from './tables.ts'

/** What all parts of the service need. */
export interface Parts {
  readonly platform: Platform
  readonly database: Kysely<ExportsTables>
}

/** The names of the job queues. */
export const queues = {
  plan: 'exports.plan',
  chunk: 'exports.chunk',
  mail: 'exports.mail',
  cleanUp: 'exports.clean-up',
  upkeep: 'exports.upkeep',
} as const

/** The payload of a job for one export. */
export const backupPayload = z.object({ backupId: z.uuid() })
export type BackupPayload = z.infer<typeof backupPayload>

/** The longest waiting time that customers are promised, in hours. An export that is not ready by then has failed. */
export const promisedHours = 48
/** How many days the files of an export are available. */
export const daysKept = 7

/**
 * Enough retries, at one per minute, to last longer than the promised time. Most causes of a failure (a full disk, a
 * service that is down) can be fixed, and until then a retry is worthwhile.
 */
export const retriesWithinPromise = promisedHours * 60 + 120

/** The folder of all export files of an account. */
export function exportFolder(ownerId: string): string {
  return `exports/${ownerId}`
}

/** The blob key of an export's file. Each attempt has its own. */
export function chunkKey(
  backup: { readonly id: string; readonly owner_id: string },
  chunk: { readonly number: number; readonly attempt: number },
): string {
  return `${exportFolder(backup.owner_id)}/${backup.id}/${chunk.number}-${chunk.attempt}.zip`
}

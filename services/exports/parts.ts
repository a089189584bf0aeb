import { z } from 'zod'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { ExportsTables } from './tables.ts'

/** What the parts of the service share. */
export interface Parts {
  readonly platform: Platform
  readonly database: Kysely<ExportsTables>
}

/** The names of the queues, which queue each other's work. */
export const queues = {
  plan: 'exports.plan',
  chunk: 'exports.chunk',
  mail: 'exports.mail',
  cleanUp: 'exports.clean-up',
  upkeep: 'exports.upkeep',
} as const

/** The payload of a job that is about one export. */
export const backupPayload = z.object({ backupId: z.uuid() })
export type BackupPayload = z.infer<typeof backupPayload>

/** So long customers are promised to wait at the most: what is not ready then has failed, and they are told. */
export const promisedHours = 48
/** So long its files are there. */
export const daysKept = 7

/**
 * A minute apart, they last for longer than the promise: most of what fails (a full disk, a service that is away) is put
 * right by somebody, and until then it is worth trying.
 */
export const patientRetries = promisedHours * 60 + 120

/** Where a file of an export is kept. Each attempt has a place of its own. */
export function chunkKey(
  backup: { readonly id: string; readonly owner_id: string },
  chunk: { readonly number: number; readonly attempt: number },
): string {
  return `exports/${backup.owner_id}/${backup.id}/${chunk.number}-${chunk.attempt}.zip`
}

import { z } from 'zod'
import { wirePosition, wireProgress } from '../live/jobFacts.ts'
import { count, opaque } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

const chunk = z.object({
  iteration: z.int32().nonnegative(),
  size: z.number().min(1),
  /** Only our own service sends the checksum. */
  checksum: z.string().nullish(),
  /** Only our own service sends the file name. */
  fileName: z.string().nullish(),
})

/** Fields that only our own service sends. */
const details = {
  progress: wireProgress.nullish(),
  photosCount: count.nullish(),
  missingCount: count.nullish(),
  expires: z.string().nullish(),
}

const ready = z.object({
  status: z.literal('READY'),
  backupId: opaque,
  created: z.string(),
  updated: z.string(),
  chunks: z.array(chunk).min(1),
  ...details,
})

/** An export that is not ready may hold nothing but its status. */
const unready = z.object({
  status: z.enum(['REQUESTED', 'IN_PROGRESS', 'FAILED']),
  backupId: opaque.nullish(),
  created: z.string().nullish(),
  updated: z.string().nullish(),
  ...details,
})

const backup = z.union([ready, unready])

/** The status of an export. */
export type ExportStatus = WireExport['status']

/** An export, as the exports service sends it. */
export type WireExport = z.infer<typeof backup>

/** A zip file of an export. */
export type WireChunk = z.infer<typeof chunk>

/** Schema of the response to a request for an export; null when the service did not start an export. */
export const wireRequestedExport = wireSchema(backup.nullable())

/** Schema of one export. */
export const wireExport = wireSchema(backup)

/** Schema of a list of exports, newest first. */
export const wireExports = wireSchema(z.object({ items: z.array(backup) }))

/** Schema of a message of the socket, which only our own service has. */
export const wireExportMessage = wireSchema(
  z.object({
    position: wirePosition,
    backupId: opaque.nullish(),
    status: z.string().nullish(),
    progress: wireProgress.nullish(),
    timestamp: z.string().nullish(),
  }),
)

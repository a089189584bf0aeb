import { z } from 'zod'
import { wireProgress } from '../live/jobFacts.ts'
import { count } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

const amounts = { importedCount: count, existingCount: count, failedCount: count }

const importRun = z.object({
  id: z.string(),
  state: z.enum(['started', 'finished', 'error']),
  progress: wireProgress,
  started: z.string().nullish(),
  finished: z.string().nullish(),
  foundCount: count.nullish(),
  ...amounts,
})

const activation = z.object({
  status: z.string(),
  /** Our own. */
  import: importRun.nullish(),
})

const importedAlbum = z.object({
  name: z.string().nullable(),
  foundCount: count,
  albumId: z.string().nullish(),
  ...amounts,
})

const importFailure = z.object({ fileName: z.string(), albumName: z.string().nullish(), reason: z.string() })

/** Where a library stands, as the photos service sends it. */
export type WireActivation = z.infer<typeof activation>

/** The bringing in of an older library. */
export type WireImport = z.infer<typeof importRun>

/** What became of an album of an older library. */
export type WireImportedAlbum = z.infer<typeof importedAlbum>

/** A file that could not be brought in. */
export type WireImportFailure = z.infer<typeof importFailure>

/** Where a library stands. */
export const wireActivation = wireSchema(activation)

/** That bringing in has begun. */
export const wireActivationStart = wireSchema(z.object({ started: z.boolean().nullish() }).nullable())

/** A page of imported albums; `cursor` is where the next one begins, null on the last. */
export const wireImportedAlbumPage = wireSchema(
  z.object({ albums: z.array(importedAlbum), cursor: z.string().nullish() }),
)

/** A page of files that could not be brought in, likewise. */
export const wireImportFailurePage = wireSchema(
  z.object({ failures: z.array(importFailure), cursor: z.string().nullish() }),
)

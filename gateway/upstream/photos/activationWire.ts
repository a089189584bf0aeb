import { z } from 'zod'
import { wireProgress } from '../live/jobFacts.ts'
import { count, opaque } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

const amounts = { importedCount: count, existingCount: count, failedCount: count }

const importRun = z.object({
  id: opaque,
  state: z.enum(['started', 'finished', 'error']),
  progress: wireProgress,
  started: z.string().nullish(),
  finished: z.string().nullish(),
  foundCount: count.nullish(),
  ...amounts,
})

const activation = z.object({
  status: z.string(),
  /** Only our own service sends the import. */
  import: importRun.nullish(),
})

const importedAlbum = z.object({
  name: z.string().nullable(),
  foundCount: count,
  albumId: opaque.nullish(),
  ...amounts,
})

const importFailure = z.object({ fileName: z.string(), albumName: z.string().nullish(), reason: z.string() })

/** The activation state of a library. */
export type WireActivation = z.infer<typeof activation>

/** The import of an older library. */
export type WireImport = z.infer<typeof importRun>

/** The import counts of one album. */
export type WireImportedAlbum = z.infer<typeof importedAlbum>

/** A file that could not be imported. */
export type WireImportFailure = z.infer<typeof importFailure>

/** Schema of the activation state. */
export const wireActivation = wireSchema(activation)

/** Schema of the response when an import was started. */
export const wireActivationStart = wireSchema(z.object({ started: z.boolean().nullish() }).nullable())

/** Schema of a page of imported albums; `cursor` is the cursor of the next page, null on the last. */
export const wireImportedAlbumPage = wireSchema(z.object({ albums: z.array(importedAlbum), cursor: opaque.nullish() }))

/** Schema of a page of failed files. */
export const wireImportFailurePage = wireSchema(
  z.object({ failures: z.array(importFailure), cursor: opaque.nullish() }),
)

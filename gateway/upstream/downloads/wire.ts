import { z } from 'zod'
import { wirePosition, wireProgress, wireTimestamp } from '../live/jobFacts.ts'
import { count, link, opaque } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

/** Fields that the specification does not have. Our own downloads service sends them. */
const details = {
  name: z.string().nullish(),
  state: z.enum(['started', 'finished', 'error']).nullish(),
  photosCount: count.nullish(),
  missingCount: count.nullish(),
  progress: wireProgress.nullish(),
  size: z.number().nonnegative().nullish(),
  created: z.string().nullish(),
  expires: z.string().nullish(),
}

const download = z.object({ id: opaque, ...details })

/** An archive, as the downloads service sends it. */
export type WireDownload = z.infer<typeof download>

/** Schema of one archive. */
export const wireDownload = wireSchema(download)

/** Schema of a requested archive, with the photos it will hold. */
export const wireRequestedDownload = wireSchema(download.extend({ photos: z.array(z.unknown()).nullish() }))

/** Schema of a page of archives; `cursor` is the cursor of the next page, null on the last. */
export const wireDownloadPage = wireSchema(z.object({ items: z.array(download), cursor: opaque.nullish() }))

/** Schema of a file's URL. */
export const wireFileLink = wireSchema(z.object({ url: link }))

/**
 * Schema of a message of the socket. Services that keep to the specification send neither `position` nor `progress`.
 */
export const wireNotification = wireSchema(
  z.object({
    key: z.string(),
    timestamp: wireTimestamp.nullish(),
    position: wirePosition.nullish(),
    progress: wireProgress.nullish(),
    message: z.object({ downloadId: opaque, progress: wireProgress.nullish() }),
  }),
)

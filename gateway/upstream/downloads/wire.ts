import { z } from 'zod'
import { wirePosition, wireProgress, wireTimestamp } from '../live/jobFacts.ts'
import { count, link } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

/** What else our own service tells of an archive. */
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

const download = z.object({ id: z.string(), ...details })

/** An archive, as the downloads service sends it. */
export type WireDownload = z.infer<typeof download>

/** One archive. */
export const wireDownload = wireSchema(download)

/** An archive that was asked for just now, with the photos that are gathered. */
export const wireRequestedDownload = wireSchema(download.extend({ photos: z.array(z.unknown()).nullish() }))

/** A page of archives; `cursor` is where the next one begins, null on the last. */
export const wireDownloadPage = wireSchema(z.object({ items: z.array(download), cursor: z.string().nullish() }))

/** Where a file is. */
export const wireFileLink = wireSchema(z.object({ url: link }))

/** A message of the socket: `message` is whose archive it is about, and the rest but `timestamp` is our own. */
export const wireNotification = wireSchema(
  z.object({
    key: z.string(),
    timestamp: wireTimestamp.nullish(),
    position: wirePosition.nullish(),
    progress: wireProgress.nullish(),
    message: z.object({ downloadId: z.string(), progress: wireProgress.nullish() }),
  }),
)

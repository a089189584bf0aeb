import type { Platform } from '../../../services/platform/platform.ts'
import { blobFiles } from '../../services/archiveServices.ts'
import type { KillableServices } from '../../support/killableServices.ts'
import { withPlatform } from './library.ts'
import { compare, type Finding } from './longWork.ts'

/** The downloadable files that a piece of long work creates. They expire. */
interface Archives {
  /** The blob folder. */
  readonly folder: string
  /** The expected number of files. */
  readonly files: number
  /** The owner's expected events, in order, without progress. */
  readonly expectedEvents: readonly string[]
  /** Reads the owner's events. */
  readEvents(platform: Platform): Promise<readonly string[]>
  /** Further checks. */
  checkFurther?(platform: Platform): Promise<readonly Finding[]>
  /** Makes the files expire. */
  expire(platform: Platform): Promise<void>
}

/** Checks the database and the data folder: each event was published once, and the files exist until they expire. */
export async function checkArchives(services: KillableServices, archives: Archives): Promise<Finding[]> {
  const listFiles = async () => blobFiles(services.installation.dataDir, archives.folder)
  return withPlatform(services, async (platform) => {
    const events = await archives.readEvents(platform)
    const further = (await archives.checkFurther?.(platform)) ?? []
    const files = await listFiles()
    await archives.expire(platform)
    return [
      compare('no duplicates', 'events', events, archives.expectedEvents),
      ...further,
      compare('no orphans', 'files', files.length, archives.files),
      compare('no orphans', 'files after expiry', await listFiles(), []),
    ]
  })
}

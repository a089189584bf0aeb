import type { Platform } from '../../../services/platform/platform.ts'
import { blobFiles } from '../../services/archiveServices.ts'
import type { KillableServices } from '../../support/killableServices.ts'
import { beside } from './library.ts'
import { compare, type Finding } from './longWork.ts'

/** The files that a work produces and keeps for some time. */
interface Archives {
  /** The folder of their blobs. */
  readonly folder: string
  readonly files: number
  /** The expected events of their owner, in order, without progress. */
  readonly told: readonly string[]
  /** Reads the events of their owner. */
  readTold(platform: Platform): Promise<readonly string[]>
  /** Further checks. */
  lookFurther?(platform: Platform): Promise<readonly Finding[]>
  /** Expires the files. */
  expire(platform: Platform): Promise<void>
}

/** Checks the database and the data folder: each event was published once, and the files exist until they expire. */
export async function lookAtArchives(services: KillableServices, archives: Archives): Promise<Finding[]> {
  const listFiles = async () => blobFiles(services.installation.dataDir, archives.folder)
  return beside(services, async (platform) => {
    const told = await archives.readTold(platform)
    const further = (await archives.lookFurther?.(platform)) ?? []
    const files = await listFiles()
    await archives.expire(platform)
    return [
      compare('no duplicates', 'events', told, archives.told),
      ...further,
      compare('no orphans', 'files', files.length, archives.files),
      compare('no orphans', 'files after expiry', await listFiles(), []),
    ]
  })
}

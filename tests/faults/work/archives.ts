import type { Platform } from '../../../services/platform/platform.ts'
import { blobFiles } from '../../services/archiveServices.ts'
import type { KillableServices } from '../../support/killableServices.ts'
import { beside } from './library.ts'
import { compare, type Finding } from './longWork.ts'

/** A work whose outcome is files that are kept for some time. */
interface Archives {
  /** Of the blobs that they are. */
  readonly folder: string
  readonly files: number
  /** What their owner is told, in order, but for progress. */
  readonly told: readonly string[]
  /** What their owner was told. */
  readTold(platform: Platform): Promise<readonly string[]>
  /** What else must hold. */
  lookFurther?(platform: Platform): Promise<readonly Finding[]>
  /** As when their time is over. */
  expire(platform: Platform): Promise<void>
}

/** Looks into the database and the folder of services: each end was told once, and the files are there and then gone. */
export async function lookAtArchives(services: KillableServices, archives: Archives): Promise<Finding[]> {
  const listFiles = async () => blobFiles(services.ground.dataDir, archives.folder)
  return beside(services, async (platform) => {
    const told = await archives.readTold(platform)
    const further = (await archives.lookFurther?.(platform)) ?? []
    const files = await listFiles()
    await archives.expire(platform)
    return [
      compare('nothing twice', 'what was told', told, archives.told),
      ...further,
      compare('no orphans', 'files', files.length, archives.files),
      compare('no orphans', 'what is left in the end', await listFiles(), []),
    ]
  })
}

import { utimes } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import type { Platform } from '../../../services/platform/platform.ts'
import { incompleteBlobs, storePhoto, type StoredPhoto } from '../../services/archiveServices.ts'
import type { KillableServices } from '../../support/killableServices.ts'
import { openPlatform } from '../../support/platform.ts'

const dayMilliseconds = 24 * 3_600_000

/** A photo of a round: its name in an archive, and its bytes. */
export interface RoundPhoto extends StoredPhoto {
  readonly fileName: string
}

/**
 * Stops the services and runs `work` on their database and data folder. Half-written files of a killed process get an
 * old modification time, so that opening the folder deletes them.
 */
export async function withPlatform<Result>(
  services: KillableServices,
  work: (platform: Platform) => Promise<Result>,
): Promise<Result> {
  await services.kill()
  const longAgo = new Date(Date.now() - 2 * dayMilliseconds)
  for (const path of await incompleteBlobs(services.installation.dataDir)) await utimes(path, longAgo, longAgo)
  const opened = await openPlatform(services.installation)
  try {
    return await work(opened.platform)
  } finally {
    await opened.close()
  }
}

/** Fills a library with photos of random bytes, over two years. Two photos share each name. */
export async function fillLibrary(
  services: KillableServices,
  ownerId: string,
  { count, bytes }: { readonly count: number; readonly bytes: number },
): Promise<RoundPhoto[]> {
  return withPlatform(services, async (platform) => {
    const photos: RoundPhoto[] = []
    for (let number = 0; number < count; number += 1) {
      const fileName = `IMG_${Math.floor(number / 2)}.jpg`
      const month = String((number % 12) + 1).padStart(2, '0')
      const takenAt = `${2023 + (number % 2)}-${month}-05 10:00:00`
      const file = { fileName, bytes: randomBytes(bytes), ...(number % 7 === 0 ? {} : { takenAt }) }
      photos.push({ fileName, ...(await storePhoto(platform, ownerId, file)) })
    }
    return photos
  })
}

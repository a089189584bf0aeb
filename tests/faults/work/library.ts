import { readdir, utimes } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { randomBytes } from 'node:crypto'
import type { Platform } from '../../../services/platform/platform.ts'
import { keepPhoto, type KeptPhoto } from '../../services/downloads/keeper.ts'
import type { KillableServices } from '../../support/killableServices.ts'
import { openPlatform } from '../../support/platform.ts'

const dayMilliseconds = 24 * 3_600_000

/** A photo of a round: what it is called in an archive, and its bytes. */
export interface RoundPhoto extends KeptPhoto {
  readonly fileName: string
}

/** Does something on the database and folder of services, which do not run meanwhile. */
export async function beside<Result>(
  services: KillableServices,
  work: (platform: Platform) => Promise<Result>,
): Promise<Result> {
  await services.kill()
  const opened = await openPlatform(services.ground)
  try {
    return await work(opened.platform)
  } finally {
    await opened.close()
  }
}

/** Fills a library with photos of random bytes, over two years; each second name is taken twice. */
export async function fillLibrary(
  services: KillableServices,
  ownerId: string,
  { count, bytes }: { readonly count: number; readonly bytes: number },
): Promise<RoundPhoto[]> {
  return beside(services, async (platform) => {
    const photos: RoundPhoto[] = []
    for (let number = 0; number < count; number += 1) {
      const fileName = `IMG_${Math.floor(number / 2)}.jpg`
      const month = String((number % 12) + 1).padStart(2, '0')
      const takenAt = `${2023 + (number % 2)}-${month}-05 10:00:00`
      const file = { fileName, bytes: randomBytes(bytes), ...(number % 7 === 0 ? {} : { takenAt }) }
      photos.push({ fileName, ...(await keepPhoto(platform, ownerId, file)) })
    }
    return photos
  })
}

/** The blobs of a folder (`exports/…`) and what is half written; what a killed process left is made as old as it will be. */
export async function blobFiles(services: KillableServices, folder: string): Promise<string[]> {
  const root = join(services.ground.dataDir, 'blobs')
  const list = async (path: string) =>
    readdir(join(root, path), { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = (await list('temporary')).map(({ parentPath, name }) => join(parentPath, name))
  const longAgo = new Date(Date.now() - 2 * dayMilliseconds)
  for (const path of paths) await utimes(path, longAgo, longAgo)
  // Opening the blobs clears away what was abandoned.
  await beside(services, async () => undefined)
  const found = [...(await list('temporary')), ...(await list(join('content', folder)))]
  return found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .toSorted()
}

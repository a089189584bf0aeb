import { mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { makeJpeg } from '../../../support/pictures.ts'
import { Customer, until } from '../../storage/customer.ts'

/** The content of one older library's folder. */
export interface OlderLibrary {
  /** The contents by path. */
  readonly files: Readonly<Record<string, Uint8Array | string>>
  readonly index?: unknown
}

/** An album in `library.json`. */
export interface OlderAlbum {
  readonly name?: string
  readonly created?: string
  readonly files?: readonly string[]
}

/** A folder with older libraries. */
export class OlderLibraries {
  readonly root: string

  private constructor(root: string) {
    this.root = root
  }

  static create(): OlderLibraries {
    return new OlderLibraries(mkdtempSync(join(tmpdir(), 'keepsake-older-')))
  }

  /** The older libraries in the default folder of an installation. */
  static of({ dataDir }: { readonly dataDir: string }): OlderLibraries {
    return new OlderLibraries(join(dataDir, 'legacy'))
  }

  async put(name: string, { files, index }: OlderLibrary): Promise<void> {
    await mkdir(join(this.root, name), { recursive: true })
    for (const [path, content] of Object.entries(files)) {
      const file = join(this.root, name, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, content)
    }
    if (index === undefined) return
    await writeFile(join(this.root, name, 'library.json'), typeof index === 'string' ? index : JSON.stringify(index))
  }

  async remove(): Promise<void> {
    await rm(this.root, { recursive: true, force: true })
  }
}

/** A temporary folder of older libraries for a group of tests. */
export function useOlderLibraries(): OlderLibraries {
  const older = OlderLibraries.create()
  afterAll(() => older.remove())
  return older
}

/** Small pictures that differ. */
export async function drawPictures(count: number, firstSeed = 0): Promise<Buffer[]> {
  const pictures: Buffer[] = []
  for (let number = 0; number < count; number += 1) {
    const minute = String(number % 60).padStart(2, '0')
    pictures.push(
      await makeJpeg({ seed: firstSeed + number, width: 80 + number, height: 60, taken: `2014:07:05 10:${minute}:00` }),
    )
  }
  return pictures
}

/** A customer with an older library. */
export class Importer extends Customer {
  async activation() {
    return (await this.call('GET', '/photos/users/activate')).body
  }

  async start() {
    return this.call('POST', '/photos/users/activate')
  }

  /** Waits until the import has ended; returns its final state. */
  async untilEnded() {
    return until(async () => {
      const { import: current } = await this.activation()
      return current && current.state !== 'started' ? current : null
    }, 'the import to end')
  }

  /** All pages of a list of the report. */
  async report(list: 'albums' | 'failures', limit = 50) {
    const items = []
    let cursor: string | null = null
    do {
      const after: string = cursor === null ? '' : `&cursor=${cursor}`
      const { body } = await this.call('GET', `/photos/users/activate/${list}?limit=${limit}${after}`)
      items.push(...body[list])
      cursor = body.cursor
    } while (cursor !== null)
    return items
  }

  /** The names of an album's photos, in the order of the album. */
  async shownIn(albumId: string): Promise<string[]> {
    const { body } = await this.call('GET', `/photos/albums/${albumId}/photos`)
    return body.images.map(({ localFileName }: { localFileName: string }) => localFileName)
  }
}

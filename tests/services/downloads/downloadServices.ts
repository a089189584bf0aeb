import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Kysely } from 'kysely'
import type { DownloadsTables } from '../../../services/downloads/tables.ts'
import type { DatabaseKind } from '../../support/database.ts'
import { ArchiveServices, blobFiles, type StoredPhoto } from '../archiveServices.ts'
import { type Answer, Customer, until } from '../storage/customer.ts'

/** A customer with photos who requests archives. */
export class DownloadCustomer extends Customer {
  get email(): string {
    return `${this.id.slice(-4)}@example.com`
  }

  async requestDownload(photos: readonly string[], options: { name?: string; key?: string } = {}): Promise<Answer> {
    const { name, key } = options
    return this.call('POST', '/downloads/downloads', {
      body: { photos, ...(name === undefined ? {} : { name }) },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })
  }

  async requestSharedDownload(photos: readonly { photoId: string; ownerId: string }[]): Promise<Answer> {
    return this.call('POST', '/downloads/shared-album-downloads', { body: { photos } })
  }

  async readDownload(id: string): Promise<Answer> {
    return this.call('GET', `/downloads/downloads/${id}`)
  }

  /** Waits until an archive has ended; returns its state. */
  async untilEnded(id: string): Promise<Answer['body']> {
    return until(async () => {
      const { body } = await this.readDownload(id)
      return body.state === 'started' ? null : body
    }, 'the archive to end')
  }

  /** The bytes of a finished archive. */
  async archive(id: string): Promise<Buffer> {
    const response = await this.read((await this.call('GET', `/downloads/downloads/${id}/url`)).body.url)
    return Buffer.from(await response.arrayBuffer())
  }
}

/** An installation with storage, photos and downloads. */
export class DownloadServices extends ArchiveServices {
  get downloads(): Kysely<DownloadsTables> {
    return this.platform.database<DownloadsTables>('downloads')
  }

  newDownloadCustomer(): DownloadCustomer {
    return new DownloadCustomer(this.running.services.url, this.running.issuer)
  }

  /** Shares an album of a customer with others. */
  async share(
    owner: DownloadCustomer,
    photos: readonly StoredPhoto[],
    others: readonly DownloadCustomer[],
  ): Promise<void> {
    const { body } = await owner.call('POST', '/photos/albums', { body: { name: 'Shared' } })
    const photoIds = photos.map(({ id }) => id)
    await owner.call('POST', `/photos/albums/${body.albumId}/photos`, { body: { photoIds } })
    const participants = others.map(({ id, email }) => ({ id, email }))
    const secret = (await readFile(join(this.dataDir, 'keys', 'operator'), 'utf8')).trim()
    const headers = { 'x-operator-secret': secret }
    await owner.call('POST', '/photos/dev/shared-albums', { body: { albumId: body.albumId, participants }, headers })
  }

  /** The files of a customer's archives, and incomplete blobs. */
  async archives({ id }: DownloadCustomer): Promise<string[]> {
    return archiveFiles(this.dataDir, id)
  }
}

export function useDownloadServices(kind: DatabaseKind): DownloadServices {
  return new DownloadServices(kind, ['storage', 'photos', 'downloads'], { DEMO: 'true' })
}

/** The files of an account's archives in a data folder, and incomplete blobs. */
export async function archiveFiles(dataDir: string, ownerId: string): Promise<string[]> {
  return (await blobFiles(dataDir, `downloads/${ownerId}`)).map((path) => basename(path))
}

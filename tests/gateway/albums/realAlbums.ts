import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import { type Answer, ask, listenAt, startGateway } from '../../support/gateway.ts'
import { globalId } from '../../support/globalIds.ts'
import { RecordingLink } from '../../support/recordingLink.ts'
import { type RunningServices, startServices } from '../../support/services.ts'
import { anna, bram, emailOf } from '../../support/tokens.ts'
import { type Upstreams, startUpstreams } from '../../support/upstream.ts'
import { type Seed, idOf as imageIdOf, seedPhotos } from '../../services/photos/seeding.ts'

/** An account without access to any album. */
export const cees = '018f3c1a-0000-7000-8000-00000000000c'

/** The global id of the photo with this number. */
export function photoId(number: number): string {
  return globalId('Photo', imageIdOf(number))
}

/** The service's id in a global id. */
export function keyOf(id: string): string {
  return Buffer.from(id, 'base64url').toString().split(':')[1] ?? ''
}

/** A gateway with the real photos service, and the recording link between them. */
export class RealAlbums {
  upstreams!: Upstreams
  services!: RunningServices
  link!: RecordingLink
  app!: FastifyInstance
  #secret = ''
  #url: string | undefined

  async start(): Promise<void> {
    this.upstreams = await startUpstreams()
    this.services = await startServices({
      services: ['photos'],
      environment: {
        PUBLIC_URL: 'http://keepsake.test',
        IDENTITY_URL: `${this.upstreams.url}/identity`,
        DEMO: 'true',
      },
    })
    this.link = new RecordingLink(`${this.services.url}/photos`)
    this.app = await startGateway(this.upstreams, { PHOTOS_URL: await this.link.listen() })
    this.#secret = (await readFile(join(this.services.dataDir, 'keys', 'operator'), 'utf8')).trim()
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.link.close()
    await this.services.close()
    await this.upstreams.app.close()
  }

  /** Direct access to the tables. */
  readonly database = (): Kysely<PhotosTables> => this.services.platform.database<PhotosTables>('photos')

  /** The gateway's URL. */
  async listen(): Promise<string> {
    return (this.#url ??= await listenAt(this.app))
  }

  token(accountId: string): Promise<string> {
    return this.upstreams.tokens.issue(accountId)
  }

  async ask(accountId: string, query: string, variables: Record<string, unknown> = {}): Promise<Answer> {
    return ask(this.app, query, { token: await this.token(accountId), variables })
  }

  /** Sends an operation that must succeed. Returns its data. */
  // The type is `any`, because tests check the data with their own expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  async read(accountId: string, query: string, variables: Record<string, unknown> = {}): Promise<any> {
    const { data, errors } = await this.ask(accountId, query, variables)
    expect(errors).toEqual([])
    return data
  }

  /** Adds photos with these numbers. Higher numbers were taken and added later. */
  async seed(accountId: string, numbers: readonly number[]): Promise<void> {
    const seeds: Seed[] = numbers.map((number) => ({
      number,
      takenAt: `2024-05-01 10:00:${String(number % 60).padStart(2, '0')}`,
      createdAt: `2026-03-01T00:00:${String(number % 60).padStart(2, '0')}Z`,
    }))
    await seedPhotos(this.database(), accountId, seeds)
  }

  /** Creates an album of Anna with her photos. @returns its global id */
  async album(name: string, numbers: readonly number[] = [], accountId: string = anna): Promise<string> {
    const made = `mutation ($name: String!) { createAlbum(input: { name: $name }) {
      ... on CreateAlbumSuccess { album { id } } } }`
    const { createAlbum } = await this.read(accountId, made, { name })
    const { id } = createAlbum.album
    if (numbers.length > 0) {
      const added = `mutation ($id: ID!, $photos: [ID!]!) { addPhotosToAlbum(input: { albumId: $id, photoIds: $photos }) {
        ... on AddPhotosToAlbumSuccess { failed { id } } } }`
      const { addPhotosToAlbum } = await this.read(accountId, added, { id, photos: numbers.map(photoId) })
      expect(addPhotosToAlbum).toEqual({ failed: [] })
    }
    return id
  }

  /** Writes albums of Anna with her first two photos to the table, newest last. @returns their global ids */
  async writeAlbums(count: number): Promise<string[]> {
    const albums = Array.from({ length: count }, (_, index) => ({
      id: `018f3c1a-3333-7000-8000-${String(index).padStart(12, '0')}`,
      owner_id: anna,
      owner_email: emailOf(anna),
      name: `Album ${index + 1}`,
      created_at: new Date(Date.UTC(2026, 2, 1, 0, 0, index)),
    }))
    const photos = albums.flatMap(({ id }) =>
      [1, 2].map((number) => ({
        album_id: id,
        photo_id: imageIdOf(number),
        owner_id: anna,
        added_at: new Date(Date.UTC(2026, 2, 1, 0, 0, number)),
        taken_at: null,
      })),
    )
    await this.database().insertInto('albums').values(albums).execute()
    await this.database().insertInto('album_photos').values(photos).execute()
    return albums.map(({ id }) => globalId('Album', id))
  }

  /** Shares an album with participants and their photos. @returns the shared album's global id */
  async share(albumId: string, participants: Readonly<Record<string, readonly number[]>>): Promise<string> {
    const body = {
      albumId: keyOf(albumId),
      participants: Object.entries(participants).map(([id, numbers]) => ({
        id,
        email: emailOf(id),
        photoIds: numbers.map(imageIdOf),
      })),
    }
    expect((await this.operator('POST', '/dev/shared-albums', body)).status).toBe(200)
    return globalId('SharedAlbum', keyOf(albumId))
  }

  /** Removes a participant from a shared album. */
  async expel(sharedAlbumId: string, accountId: string): Promise<void> {
    const path = `/dev/shared-albums/${keyOf(sharedAlbumId)}/participants/${accountId}`
    expect((await this.operator('DELETE', path)).status).toBe(204)
  }

  operator(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`${this.services.url}/photos${path}`, {
      method,
      headers: { 'x-operator-secret': this.#secret, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  }
}

/** At the start of each test, Anna has photos 1 to 9, Bram has 21 to 23, and there are no albums. */
export function setUpRealAlbums(): RealAlbums {
  const real = new RealAlbums()
  beforeAll(() => real.start())
  afterAll(() => real.close())
  beforeEach(async () => {
    await real.database().deleteFrom('albums').execute()
    await real.database().deleteFrom('photos').execute()
    await real.seed(anna, [1, 2, 3, 4, 5, 6, 7, 8, 9])
    await real.seed(bram, [21, 22, 23])
    real.link.forget()
  })
  return real
}

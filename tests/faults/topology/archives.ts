import { z } from 'zod'
import { unzip } from '../../support/unzip.ts'
import type { Client } from './client.ts'
import { checksumOf } from './uploads.ts'

const photosPerArchive = 8

const createAlbum = `mutation ($name: String!) {
  createAlbum(input: { name: $name }) { ... on CreateAlbumSuccess { album { id } } }
}`
const addPhotos = `mutation ($albumId: ID!, $photoIds: [ID!]!) {
  addPhotosToAlbum(input: { albumId: $albumId, photoIds: $photoIds }) { ... on AddPhotosToAlbumSuccess { addedIds } }
}`
const readAlbum = 'query ($id: ID!) { node(id: $id) { ... on Album { photos(first: 100) { edges { node { id } } } } } }'
const requestArchive = `mutation ($photoIds: [ID!]!, $name: String!, $key: String!) {
  requestDownload(input: { photoIds: $photoIds, name: $name, idempotencyKey: $key }) {
    ... on RequestDownloadSuccess { download { id downloadId } }
  }
}`
const readArchive = 'query ($id: ID!) { node(id: $id) { ... on Download { state url } } }'

const uploadAnswer = z.object({ state: z.string(), imageId: z.string() })
const albumAnswer = z.object({ data: z.object({ createAlbum: z.object({ album: z.object({ id: z.string() }) }) }) })
const addAnswer = z.object({ data: z.object({ addPhotosToAlbum: z.object({ addedIds: z.array(z.string()) }) }) })
const photosAnswer = z.object({
  data: z.object({
    node: z.object({ photos: z.object({ edges: z.array(z.object({ node: z.object({ id: z.string() }) })) }) }),
  }),
})
const requestAnswer = z.object({
  data: z.object({
    requestDownload: z.object({ download: z.object({ id: z.string(), downloadId: z.string() }) }),
  }),
})
const archiveAnswer = z.object({
  data: z.object({ node: z.object({ state: z.string(), url: z.string().nullable() }) }),
})

/** Creates an album. @returns its global id. @throws what the request throws */
export async function createNamedAlbum({ customer, ledger }: Client, name: string): Promise<string> {
  const { album } = albumAnswer.parse(await customer.ask(createAlbum, { name })).data.createAlbum
  ledger.albums.set(Buffer.from(album.id, 'base64url').toString().replace('Album:', ''), name)
  return album.id
}

/** Makes albums of the newest photos, downloads them as archives, and compares these with what was uploaded. */
export class Archives {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /** Makes an album with this name, and fetches its archive. Does nothing if there are no photos yet. */
  async fetchNext(name: string): Promise<void> {
    const uploads = [...this.#client.ledger.uploads].slice(-photosPerArchive)
    if (uploads.length === 0) return
    const photos: string[] = []
    for (const [uploadId] of uploads) photos.push(await this.#photoOf(uploadId))
    const album = await this.#fill(name, photos)
    if (album === null) return
    const url = await this.#request(name, await this.#photosIn(album))
    const zip = await this.#client.operations.repeat('archive', async () => this.#client.customer.download(url))
    const files = [...(await unzip(zip)).values()].map(({ bytes }) => checksumOf(bytes))
    const expected = new Set(uploads.map(([, checksum]) => checksum))
    this.#client.ledger.compareContents(name, files, { required: expected, allowed: expected })
  }

  /** Waits until an upload is a photo. @returns the global id of the photo */
  async #photoOf(uploadId: string): Promise<string> {
    const imageId = await this.#client.operations.until('archive', async () => {
      const answer = await this.#client.customer.fetch(`/storage/uploads/${uploadId}`)
      const upload = uploadAnswer.safeParse(await answer.json()).data
      return upload?.state === 'READY' ? upload.imageId : null
    })
    return Buffer.from(`Photo:${imageId}`).toString('base64url')
  }

  /**
   * Creates an album with the photos. Null if its creation was not acknowledged: the client cannot know whether it
   * exists.
   */
  async #fill(name: string, photoIds: readonly string[]): Promise<string | null> {
    const create = async () => createNamedAlbum(this.#client, name)
    const albumId = await this.#client.operations.note('archive', create).catch(() => null)
    if (albumId === null) return null
    await this.#client.operations.repeat('archive', async () => {
      const answer = addAnswer.parse(await this.#client.customer.ask(addPhotos, { albumId, photoIds }))
      const { addedIds } = answer.data.addPhotosToAlbum
      // If the answer of the service was lost, the gateway says which photos are in the album.
      if (addedIds.length < photoIds.length) throw new Error(`Only ${addedIds.length} photos were added.`)
    })
    return albumId
  }

  async #photosIn(album: string): Promise<string[]> {
    const ask = async () => photosAnswer.parse(await this.#client.customer.ask(readAlbum, { id: album }))
    const { data } = await this.#client.operations.repeat('archive', ask)
    return data.node.photos.edges.map(({ node }) => node.id)
  }

  /** Requests an archive, and repeats the request with the same key after a failure. @returns the archive's URL */
  async #request(name: string, photoIds: readonly string[]): Promise<string> {
    const variables = { photoIds, name, key: name.replace(' ', '-') }
    const answer = await this.#client.operations.repeat('archive', async () =>
      requestAnswer.parse(await this.#client.customer.ask(requestArchive, variables)),
    )
    const { id, downloadId } = answer.data.requestDownload.download
    this.#client.ledger.archives.set(name, downloadId)
    return this.#client.operations.until('archive', async () => {
      const { state, url } = archiveAnswer.parse(await this.#client.customer.ask(readArchive, { id })).data.node
      if (state === 'ERROR') throw new Error(`The archive ${downloadId} has failed.`)
      return url
    })
  }
}

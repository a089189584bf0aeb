import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { Replicas } from '../../../edge/replicas.ts'
import { makeJpeg } from '../../support/pictures.ts'
import type { Topology } from './stack.ts'

/** How often (ms) one operation of each kind is sent: 20 operations a second. */
const everyMilliseconds = 200
/** A customer waits no longer (ms) for an answer. */
const deadline = 30_000

const createAlbum = 'mutation ($name: String!) { createAlbum(input: { name: $name }) { __typename } }'
const countPhotos = '{ viewer { library { photosCount } } }'
const listAlbums =
  'query ($after: String) { viewer { library { albums(first: 100, after: $after) { edges { node { name } } pageInfo { hasNextPage endCursor } } } } }'

const albumsAnswer = z.object({
  data: z.object({
    viewer: z.object({
      library: z.object({
        albums: z.object({
          edges: z.array(z.object({ node: z.object({ name: z.string() }) })),
          pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
        }),
      }),
    }),
  }),
})
const countAnswer = z.object({
  data: z.object({ viewer: z.object({ library: z.object({ photosCount: z.int() }) }) }),
})

/** An operation and its outcome. The times are on the clock of `performance.now()`. */
export interface Operation {
  readonly kind: 'query' | 'page' | 'album' | 'upload'
  readonly sentAt: number
  readonly endedAt: number
  /** Null: it succeeded. */
  readonly failure: string | null
}

/** What was acknowledged, and what the product has in the end. */
export interface Balance {
  readonly acknowledgedAlbums: number
  readonly acknowledgedUploads: number
  /** The names or ids of what was acknowledged and is not there. */
  readonly lost: readonly string[]
  /** The names of albums that are there more than once, and photos more than uploads that were sent. */
  readonly doubled: readonly string[]
}

/**
 * A customer who reads, creates albums and uploads photos all the time, by both edges, and keeps a ledger of everything
 * that was acknowledged.
 */
export class Load {
  readonly operations: Operation[] = []
  readonly #headers: Readonly<Record<string, string>>
  readonly #edges: Replicas
  readonly #picture: Buffer
  readonly #running: Promise<void>
  readonly #albums = new Set<string>()
  readonly #uploads = new Set<string>()
  #sentUploads = 0
  #isStopped = false

  private constructor({ edgeUrls }: Topology, token: string, picture: Buffer) {
    this.#headers = { authorization: `Bearer ${token}` }
    this.#edges = new Replicas(edgeUrls)
    this.#picture = picture
    this.#running = this.#send()
  }

  /** Begins at once. */
  static async start(topology: Topology): Promise<Load> {
    return new Load(topology, await topology.issueToken(randomUUID()), await makeJpeg({ seed: 21 }))
  }

  /** Resolves when all operations have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  /** Compares the ledger with what the product has. Uploads are processed after their answer, so it waits for them. */
  async balance(): Promise<Balance> {
    const names = await this.#albumNames()
    const lostUploads = await this.#unfinishedUploads()
    const photosCount = countAnswer.parse(await this.#ask(countPhotos)).data.viewer.library.photosCount
    this.#edges.close()
    const excess = photosCount - this.#sentUploads
    return {
      acknowledgedAlbums: this.#albums.size,
      acknowledgedUploads: this.#uploads.size,
      lost: [...[...this.#albums].filter((name) => !names.includes(name)), ...lostUploads],
      doubled: [
        ...names.filter((name, index) => names.indexOf(name) !== index),
        ...(excess > 0 ? [`${excess} photos`] : []),
      ],
    }
  }

  async #send(): Promise<void> {
    const pending: Promise<void>[] = []
    for (let number = 1; !this.#isStopped; number += 1) {
      pending.push(
        this.#note('query', async () => void countAnswer.parse(await this.#ask(countPhotos))),
        this.#note('page', async () => void (await this.#fetch('/config.json'))),
        this.#note('album', async () => this.#createAlbum(`Album ${number}`)),
        this.#note('upload', async () => this.#upload(number)),
      )
      await pause(everyMilliseconds)
    }
    await Promise.all(pending)
  }

  async #note(kind: Operation['kind'], run: () => Promise<void>): Promise<void> {
    const sentAt = performance.now()
    const failure = await run().then(
      () => null,
      (error: unknown) => String(error),
    )
    this.operations.push({ kind, sentAt, endedAt: performance.now(), failure })
  }

  async #createAlbum(name: string): Promise<void> {
    const answer = JSON.stringify(await this.#ask(createAlbum, { name }))
    if (!answer.includes('CreateAlbumSuccess')) throw new Error(answer)
    this.#albums.add(name)
  }

  /** Uploads a photo in one request. Bytes after the end of a JPEG make each one another photo. */
  async #upload(number: number): Promise<void> {
    this.#sentUploads += 1
    const content = Buffer.concat([this.#picture, Buffer.from(`photo ${number}`)])
    const { headers } = await this.#fetch('/storage/files', {
      method: 'POST',
      body: new Uint8Array(content),
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(content.length),
        'upload-metadata': `filename ${Buffer.from(`${number}.jpg`).toString('base64')}`,
        'content-type': 'application/offset+octet-stream',
      },
    })
    if (headers.get('upload-offset') !== String(content.length)) throw new Error('The upload is not complete.')
    this.#uploads.add(headers.get('location')?.split('/').at(-1) ?? '')
  }

  async #ask(query: string, variables: object = {}): Promise<unknown> {
    const headers = { 'content-type': 'application/json' }
    const answer = await this.#fetch('/graphql', {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
    })
    const body: unknown = await answer.json()
    if (JSON.stringify(body).includes('"errors"')) throw new Error(JSON.stringify(body))
    return body
  }

  /** Sends a request like a balancer: to a ready edge, or to the other one if a connection is refused. */
  async #fetch(path: string, options: RequestInit = {}): Promise<Response> {
    const request = {
      ...options,
      headers: { ...this.#headers, ...Object.fromEntries(new Headers(options.headers)) },
      signal: AbortSignal.timeout(deadline),
    }
    const [first, second] = this.#edges.inTurn()
    const answer = await fetch(`${first}${path}`, request).catch(async (error: unknown) => {
      if (!isRefusedConnection(error) || second === undefined) throw error
      this.#edges.markUnreachable(first)
      return fetch(`${second}${path}`, request)
    })
    if (answer.status === 429) {
      await pause(Number(answer.headers.get('retry-after') ?? 1) * 1_000)
      return this.#fetch(path, options)
    }
    if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`)
    return answer
  }

  async #albumNames(): Promise<string[]> {
    const names: string[] = []
    for (let after: string | null = null; ;) {
      const { data } = albumsAnswer.parse(await this.#ask(listAlbums, { after }))
      const { edges, pageInfo } = data.viewer.library.albums
      names.push(...edges.map(({ node }) => node.name))
      if (!pageInfo.hasNextPage) return names
      after = pageInfo.endCursor
    }
  }

  /** The ids of uploads that did not become photos within the deadline. */
  async #unfinishedUploads(): Promise<string[]> {
    const end = performance.now() + deadline
    let waiting = [...this.#uploads]
    while (waiting.length > 0 && performance.now() < end) {
      const states = await Promise.all(waiting.map(async (id) => this.#fetch(`/storage/uploads/${id}`)))
      const texts = await Promise.all(states.map(async (answer) => answer.text()))
      waiting = waiting.filter((_id, index) => !texts[index]?.includes('"READY"'))
      if (waiting.length > 0) await pause(500)
    }
    return waiting
  }
}

function isRefusedConnection(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.cause instanceof Error &&
    'code' in error.cause &&
    error.cause.code === 'ECONNREFUSED'
  )
}

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { z } from 'zod'
import { makeJpeg } from '../../support/pictures.ts'
import type { Product } from './product.ts'

/** One photo per month. */
const photoCount = 12
/** Actions per second. */
const rate = 20
/** One in this many actions is an upload. */
const uploadEach = 150
const visibleMilliseconds = 60_000
const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'))

export const monthsQuery = '{ viewer { library { photosCount timeline { months { id year month photosCount } } } } }'
export const pageQuery = `query Page($month: ID!) { node(id: $month) { id ... on TimelineMonth {
  photos(first: 24) {
    edges { cursor node { id fileName dateTaken width height thumbhash thumbnail(width: 300) { url width height } } }
    pageInfo { hasNextPage endCursor }
  }
} } }`

/** Strict, because an answer with `errors` is a failure. */
const monthsAnswer = z.strictObject({
  data: z.object({
    viewer: z.object({
      library: z.object({
        photosCount: z.number(),
        timeline: z.object({ months: z.array(z.object({ id: z.string() })) }),
      }),
    }),
  }),
})
const pageAnswer = z.strictObject({
  data: z.object({
    node: z.object({
      photos: z.object({
        edges: z.array(z.object({ node: z.object({ thumbnail: z.object({ url: z.string() }) }) })).nonempty(),
      }),
    }),
  }),
})

/** The outcome of one action. */
export interface Action {
  readonly name: string
  /** Time (ms) from the moment at which the action was due, so that waiting counts. */
  readonly milliseconds: number
  /** What went wrong; null when all went well. */
  readonly failure: string | null
}

/** The answer to a request. */
interface Answer {
  readonly status: number
  readonly text: string
}

/** A customer with a small library and an IP address of their own. */
export class Customer {
  readonly token: string
  #monthIds: readonly string[] = []
  #pictures: readonly string[] = []
  readonly #pool: Pool
  readonly #headers: Readonly<Record<string, string>>
  readonly #files: readonly Buffer[]
  #uploads = 0

  private constructor(url: string, caller: { readonly token: string; readonly address: string }, files: Buffer[]) {
    this.#pool = new Pool(url, { connections: 100, headersTimeout: 60_000 })
    this.token = caller.token
    this.#headers = { authorization: `Bearer ${caller.token}`, 'x-forwarded-for': caller.address }
    this.#files = files
  }

  /** Creates a customer, and uploads their photos. */
  static async create(product: Product, address: string): Promise<Customer> {
    const caller = { token: await product.issueToken(randomUUID()), address }
    const files = await Promise.all(months.map((month) => makeJpeg({ taken: `2024:${month}:12 10:15:30` })))
    const customer = new Customer(product.url, caller, files)
    const failures = await Promise.all(Array.from({ length: photoCount }, () => customer.#upload()))
    const failure = failures.find((each) => each !== null)
    if (failure) throw new Error(`A photo cannot be uploaded. ${failure}`)
    await customer.#readLibrary()
    return customer
  }

  /** The ids of the months of the library, and the paths of its pictures. */
  get library(): { readonly monthIds: readonly string[]; readonly pictures: readonly string[] } {
    return { monthIds: this.#monthIds, pictures: this.#pictures }
  }

  /** Does what customers do, at a steady rate that does not wait for answers. */
  async act(milliseconds: number): Promise<Action[]> {
    const begin = performance.now()
    const started: Promise<Action>[] = []
    for (let number = 0; (number / rate) * 1_000 < milliseconds; number += 1) {
      const due = begin + (number / rate) * 1_000
      const wait = due - performance.now()
      if (wait > 0) await sleep(wait)
      started.push(this.#actAt(number, due))
    }
    return Promise.all(started)
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }

  async #actAt(number: number, due: number): Promise<Action> {
    const [name, run] = this.#choose(number)
    const failure = await run().catch((error: unknown) => String(error))
    return { name, milliseconds: performance.now() - due, failure }
  }

  #choose(number: number): [string, () => Promise<string | null>] {
    if (number % uploadEach === uploadEach / 2) return ['upload', () => this.#upload()]
    if (number % 4 === 0) return ['timeline', () => this.#query(monthsQuery, {}, monthsAnswer)]
    if (number % 4 === 1) {
      const month = this.#monthIds[number % this.#monthIds.length]
      return ['page', () => this.#query(pageQuery, { month }, pageAnswer)]
    }
    return ['picture', () => this.#openPicture(this.#pictures[number % this.#pictures.length] ?? '')]
  }

  async #query(query: string, variables: object, schema: z.ZodType): Promise<string | null> {
    const { status, text } = await this.#post(query, variables)
    return status === 200 && schema.safeParse(parsed(text)).success ? null : described({ status, text })
  }

  async #openPicture(path: string): Promise<string | null> {
    const headers = { 'x-forwarded-for': this.#headers['x-forwarded-for'] }
    const { statusCode, body } = await this.#pool.request({ path, method: 'GET', headers })
    if (statusCode !== 200) return described({ status: statusCode, text: await body.text() })
    await body.dump()
    return null
  }

  async #upload(): Promise<string | null> {
    this.#uploads += 1
    const bytes = withComment(this.#files[this.#uploads % this.#files.length] ?? Buffer.alloc(0), this.#uploads)
    const { statusCode, body } = await this.#pool.request({
      path: '/storage/files',
      method: 'POST',
      headers: {
        ...this.#headers,
        'tus-resumable': '1.0.0',
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${Buffer.from(`photo ${this.#uploads}.jpg`).toString('base64')}`,
        'content-type': 'application/offset+octet-stream',
      },
      body: bytes,
    })
    const text = await body.text()
    return statusCode === 201 ? null : described({ status: statusCode, text })
  }

  /**
   * Reads the months and pictures of the library again and again, until all photos are in it. At first, a busy product
   * may refuse these requests.
   */
  async #readLibrary(): Promise<void> {
    const end = performance.now() + visibleMilliseconds
    for (;;) {
      const answer = monthsAnswer.safeParse(parsed((await this.#post(monthsQuery, {})).text))
      const library = answer.data?.data.viewer.library
      this.#monthIds = library?.timeline.months.map(({ id }) => id) ?? []
      const pages = await Promise.all(this.#monthIds.map((month) => this.#post(pageQuery, { month })))
      const shown = pages.map(({ text }) => pageAnswer.safeParse(parsed(text)))
      const edges = shown.flatMap(({ data }) => data?.data.node.photos.edges ?? [])
      const urls = edges.map(({ node }) => new URL(node.thumbnail.url))
      this.#pictures = urls.map(({ pathname, search }) => pathname + search)
      if (library?.photosCount === photoCount && urls.length === photoCount) return
      if (performance.now() > end) throw new Error('The uploaded photos do not appear.')
      await sleep(500)
    }
  }

  async #post(query: string, variables: object): Promise<Answer> {
    const { statusCode, body } = await this.#pool.request({
      path: '/graphql',
      method: 'POST',
      headers: { ...this.#headers, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    return { status: statusCode, text: await body.text() }
  }
}

/** Makes the bytes of a JPEG differ, but not its pixels: a comment follows the start of the image. */
function withComment(jpeg: Buffer, number: number): Buffer {
  const comment = Buffer.from(`\xff\xfe\x00\x0a${String(number).padStart(8, '0')}`, 'latin1')
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function described({ status, text }: Answer): string {
  return `${status} ${text.slice(0, 200)}`
}

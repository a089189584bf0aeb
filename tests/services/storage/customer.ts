import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import fastify from 'fastify'
import type { ServiceName } from '../../../services/services.ts'
import type { Installation } from '../../support/database.ts'
import { type RunningServices, startServices } from '../../support/services.ts'
import { createTokenIssuer, type TokenContent, type TokenIssuer } from '../../support/tokens.ts'

/** Services on an installation, by default storage and photos, with a token issuer. */
export interface PhotoServices {
  readonly services: RunningServices
  readonly issuer: TokenIssuer
  close(): Promise<void>
}

export const publicUrl = 'http://keepsake.test:4000'

export async function startPhotoServices(
  installation?: Pick<Installation, 'dataDir' | 'databaseUrl'>,
  environment: Readonly<Record<string, string>> = {},
  names: readonly ServiceName[] = ['storage', 'photos'],
): Promise<PhotoServices> {
  const issuer = await createTokenIssuer(`${publicUrl}/identity`)
  const identity = fastify()
  identity.get('/jwks', async () => issuer.jwks)
  const identityUrl = await identity.listen({ port: 0, host: '127.0.0.1' })
  const services = await startServices({
    ...(installation ? { installation } : {}),
    services: names,
    environment: { PUBLIC_URL: publicUrl, IDENTITY_URL: identityUrl, ...environment },
  })
  return {
    services,
    issuer,
    close: async () => {
      await services.close()
      await identity.close()
    },
  }
}

/** The fields of a photo that tests check. */
export interface Photo {
  readonly imageId: string
  readonly uploadId: string
  readonly localFileName: string
  readonly url: string
  readonly untouchedUrl: string
  readonly location: { latitude: number; longitude: number } | null
  readonly created: string
  readonly thumbnails: readonly { id: string; url: string; width: number; height: number }[]
  readonly dateTaken?: string
  readonly dateTakenOffset?: string
  readonly visibleWidth: number
  readonly visibleHeight: number
  readonly thumbhash?: string
  readonly pictureProblem?: string
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // Tests check the bodies by their own expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** A customer with a token, over HTTP. */
export class Customer {
  readonly id: string
  /** The address of the services. */
  readonly url: string
  readonly #issuer: Pick<TokenIssuer, 'issue'>

  constructor(url: string, issuer: Pick<TokenIssuer, 'issue'>, id: string = randomUUID()) {
    this.url = url
    this.#issuer = issuer
    this.id = id
  }

  async token(content?: TokenContent): Promise<string> {
    return this.#issuer.issue(this.id, content)
  }

  async call(
    method: string,
    path: string,
    options: { body?: unknown; headers?: Record<string, string>; isSignedOut?: boolean } = {},
  ): Promise<Answer> {
    const { body, headers, isSignedOut = false } = options
    const isBytes = body instanceof Uint8Array
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(isSignedOut ? {} : { authorization: `Bearer ${await this.token()}` }),
        ...(body !== undefined && !isBytes ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { status: response.status, headers: response.headers, body: isJson && text !== '' ? JSON.parse(text) : text }
  }

  /** Creates an upload. The header `location` of the answer has its address. */
  async create(size: number | string, fileName = 'photo.jpg', headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('POST', '/storage/files', {
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(size),
        'upload-metadata': `filename ${Buffer.from(fileName).toString('base64')}`,
        ...headers,
      },
    })
  }

  async append(location: string, offset: number, bytes: Uint8Array): Promise<Answer> {
    return this.call('PATCH', location, {
      body: bytes,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
    })
  }

  /** Uploads a file in one piece, and reads its outcome. */
  async upload(bytes: Uint8Array, fileName = 'photo.jpg'): Promise<Answer> {
    const location = (await this.create(bytes.length, fileName)).headers.get('location') ?? ''
    const { status, body } = await this.append(location, 0, bytes)
    if (status !== 204) throw new Error(`The upload was answered with ${status}: ${JSON.stringify(body)}`)
    return this.outcomeOf(location)
  }

  /** Reads the outcome of the upload at a location. */
  async outcomeOf(location: string): Promise<Answer> {
    return this.call('GET', location.replace('/files/', '/uploads/'))
  }

  /** The outcome of an upload, once its photo is in the library, or its file was refused. */
  async settled(uploadId: string): Promise<Answer['body']> {
    return until(async () => {
      const { body } = await this.call('GET', `/storage/uploads/${uploadId}`)
      return body.state === 'READY' || body.state === 'REJECTED' ? body : null
    }, 'the end of the upload')
  }

  async photos(query = ''): Promise<Photo[]> {
    const { body } = await this.call('GET', `/photos/photos${query}`)
    return body.images
  }

  /** Waits until the library has this many photos. */
  async photosOf(count: number): Promise<Photo[]> {
    return until(async () => {
      const photos = await this.photos()
      return photos.length === count ? photos : null
    }, `the library to hold ${count} photos`)
  }

  /** Reads a signed URL, whose host is the public one. */
  async read(url: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(url.replace(publicUrl, this.url), { headers })
  }
}

/**
 * The timeout of `until`: longer than anything takes on a busy machine. `performance.now()` measures it, because some
 * tests stop the clock.
 */
const timeoutMilliseconds = 120_000

/** Repeats `ask` until it returns something other than null. */
export async function until<Value>(ask: () => Promise<Value | null>, what: string): Promise<Value> {
  const end = performance.now() + timeoutMilliseconds
  for (;;) {
    const value = await ask()
    if (value !== null) return value
    if (performance.now() > end) throw new Error(`Timed out waiting for ${what}.`)
    await setTimeout(50)
  }
}

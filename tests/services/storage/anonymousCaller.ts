import type { TokenContent } from '../../support/tokens.ts'
import { type Answer, Customer } from './customer.ts'

/**
 * A visitor who has not signed in, with an IP address of their own. Calls the services with the headers of the edge.
 */
export class Visitor extends Customer {
  readonly #address: string

  constructor(url: string, address: string) {
    super(url, { issue: async () => '' })
    this.#address = address
  }

  override async token(_content?: TokenContent): Promise<string> {
    throw new Error('A visitor has no token.')
  }

  override async call(
    method: string,
    path: string,
    { body, headers }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const isBytes = body instanceof Uint8Array
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        'x-forwarded-for': this.#address,
        ...(body !== undefined && !isBytes ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { status: response.status, headers: response.headers, body: isJson && text !== '' ? JSON.parse(text) : text }
  }

  /** Uploads a whole file without an account. */
  async uploadFile(bytes: Uint8Array, fileName = 'photo.jpg'): Promise<string> {
    const location = (await this.create(bytes.length, fileName)).headers.get('location') ?? ''
    const { status, body } = await this.append(location, 0, bytes)
    if (status !== 204) throw new Error(`The upload was answered with ${status}: ${JSON.stringify(body)}`)
    return location.split('/').at(-1) ?? ''
  }
}

/** Claims uploads for an account; returns the outcomes. */
export async function claim(customer: Customer, ids: readonly string[]): Promise<Answer> {
  return customer.call('POST', '/storage/getanonymousuploads', { body: ids })
}

import { createHash, randomBytes } from 'node:crypto'

export interface TokenAnswer {
  readonly access_token: string
  readonly id_token: string
  readonly refresh_token: string
  readonly expires_in: number
}

/** A browser without a window. It keeps cookies by path, and does not follow redirects. */
export class Visitor {
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>()
  readonly #serviceUrl: string
  readonly #publicUrl: string
  readonly #headers: Readonly<Record<string, string>>

  /**
   * @param serviceUrl where the service listens; all requests go there
   * @param publicUrl the URL of the product for browsers, to which relative URLs are resolved
   */
  constructor(serviceUrl: string, publicUrl: string, headers: Readonly<Record<string, string>> = {}) {
    this.#serviceUrl = serviceUrl
    this.#publicUrl = publicUrl
    this.#headers = headers
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send(url, { headers })
  }

  async submit(url: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send(url, { method: 'POST', body: new URLSearchParams(fields), headers })
  }

  /** Sends a request that our forms never send. */
  async post(url: string, body: string, headers: Record<string, string>): Promise<Response> {
    return this.#send(url, { method: 'POST', body, headers })
  }

  async #send(
    url: string,
    init: { method?: string; body?: URLSearchParams | string; headers: Record<string, string> },
  ): Promise<Response> {
    const { pathname, search } = new URL(url, this.#publicUrl)
    const sent = [...this.#cookies.values()].filter(({ path }) => pathname.startsWith(path))
    const response = await fetch(`${this.#serviceUrl}${pathname}${search}`, {
      redirect: 'manual',
      ...init,
      headers: {
        accept: 'text/html',
        cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; '),
        ...this.#headers,
        ...init.headers,
      },
    })
    for (const line of response.headers.getSetCookie()) this.keep(line)
    return response
  }

  /** Stores the cookie of a `Set-Cookie` header, or deletes it if it has expired. */
  keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const [name = '', value = ''] = pair.split('=')
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/'
    if (/expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(`${name} ${path}`)
    else this.#cookies.set(`${name} ${path}`, { name, value, path })
  }
}

/** The sign-in request of a site. */
export class SignInRequest {
  readonly verifier = randomBytes(32).toString('base64url')
  readonly clientId: string
  readonly redirectUri: string
  readonly issuerPath: string

  /**
   * @param issuerPath the path of the issuer, without a slash at its end
   */
  constructor(
    clientId = 'keepsake-web',
    redirectUri = 'http://localhost:4000/auth/callback',
    issuerPath = '/identity',
  ) {
    this.clientId = clientId
    this.redirectUri = redirectUri
    this.issuerPath = issuerPath
  }

  /**
   * @param changes parameters to replace; undefined removes the parameter
   */
  url(changes: Readonly<Record<string, string | undefined>> = {}): string {
    const parameters = {
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      state: 'some-state',
      nonce: 'some-nonce',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    }
    const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return `${this.issuerPath}/auth?${new URLSearchParams(given).toString()}`
  }

  /** The token request for a code. */
  exchange(code: string): Record<string, string> {
    return {
      client_id: this.clientId,
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.redirectUri,
      code_verifier: this.verifier,
    }
  }
}

export function locationOf(response: Response): string {
  const location = response.headers.get('location')
  if (location === null) throw new Error(`The answer ${response.status} has no location header.`)
  return location
}

/** Starts a sign-in. Returns the address of the sign-in page. */
export async function openSignIn(visitor: Visitor, request = new SignInRequest()): Promise<string> {
  return locationOf(await visitor.get(request.url()))
}

/** The code at the end of a sign-in. `answered` is the answer to the sign-in form. */
export async function finishSignIn(visitor: Visitor, answered: Response): Promise<string> {
  const back = await visitor.get(locationOf(answered))
  const code = new URL(locationOf(back)).searchParams.get('code')
  if (code === null) throw new Error('The answer has no code.')
  return code
}

/** A whole sign-in: request, form, code and tokens. */
export async function signInAs(
  visitor: Visitor,
  credentials: { email: string; password: string },
  request = new SignInRequest(),
): Promise<TokenAnswer> {
  const answered = await visitor.submit(await openSignIn(visitor, request), credentials)
  return tokensFor(visitor, request.exchange(await finishSignIn(visitor, answered)))
}

export async function tokensFor(visitor: Visitor, fields: Record<string, string>): Promise<TokenAnswer> {
  const response = await visitor.submit('/identity/token', fields, { accept: 'application/json' })
  if (!response.ok) throw new Error(`No tokens: ${await response.text()}`)
  // The provider's own answer, which the tests inspect.
  return (await response.json()) as TokenAnswer
}

export async function refresh(visitor: Visitor, refreshToken: string, clientId = 'keepsake-web'): Promise<Response> {
  const fields = { client_id: clientId, grant_type: 'refresh_token', refresh_token: refreshToken }
  return visitor.submit('/identity/token', fields, { accept: 'application/json' })
}

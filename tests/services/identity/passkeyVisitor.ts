import type { Authenticator, Changes } from './authenticator.ts'
import { ownAddress } from './support.ts'
import {
  finishSignIn,
  locationOf,
  openSignIn,
  SignInRequest,
  tokensFor,
  type TokenAnswer,
  type Visitor,
} from './visitor.ts'

/** The options that a page gives to the browser. */
export interface PageOptions {
  readonly challenge: string
  readonly rpId: string
  readonly userId: string
  readonly excluded: readonly string[]
}

/** Reads the options of a page with a passkey form. */
export function optionsIn(html: string): PageOptions {
  const text = /data-options="([^"]+)"/.exec(html)?.[1]
  if (text === undefined) throw new Error('The page has no passkey form.')
  const json = text.replace(/&#(\d+);/g, (_match, code: string) => String.fromCharCode(Number(code)))
  // A cast, because our own page wrote this JSON, and the tests check its values.
  const options = JSON.parse(json) as {
    challenge: string
    rpId?: string
    rp?: { id: string }
    user?: { id: string }
    excludeCredentials?: { id: string }[]
  }
  return {
    challenge: options.challenge,
    rpId: options.rpId ?? options.rp?.id ?? '',
    userId: options.user?.id ?? '',
    excluded: (options.excludeCredentials ?? []).map(({ id }) => id),
  }
}

/** The address of a path below a page, with the query of the page. A form of the page is sent to this address. */
export function below(page: string, path: string): string {
  const [start = '', query = ''] = page.split('?')
  return `${start}${path}?${query}`
}

/** Opens the page that adds a passkey. The visitor must have signed in. */
export async function openNewPasskey(visitor: Visitor, request = new SignInRequest()): Promise<string> {
  return locationOf(await visitor.get(request.url({ prompt: 'passkey' })))
}

/** Adds a passkey on its page. Returns the tokens that the site then gets. */
export async function addPasskey(
  visitor: Visitor,
  authenticator: Authenticator,
  name = 'A passkey',
): Promise<TokenAnswer> {
  const request = new SignInRequest()
  const page = await openNewPasskey(visitor, request)
  const options = optionsIn(await (await visitor.get(page)).text())
  const added = await visitor.submit(page, { name, answer: authenticator.create(options) })
  return tokensFor(visitor, request.exchange(await finishSignIn(visitor, added)))
}

/** Answers the sign-in page with a passkey. */
export async function usePasskey(
  visitor: Visitor,
  authenticator: Authenticator,
  changes: Changes = {},
  request = new SignInRequest(),
): Promise<Response> {
  const page = await openSignIn(visitor, request)
  const options = optionsIn(await (await visitor.get(page)).text())
  return visitor.submit(below(page, '/passkey'), { answer: authenticator.use(options, changes) })
}

/** Calls the identity service with an access token. Each call has another client address, so that no limit applies. */
export async function callAs(
  url: string,
  { method, path, token, body }: { method: string; path: string; token: string; body: unknown },
): Promise<Response> {
  return fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...ownAddress(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

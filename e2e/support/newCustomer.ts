import { createHash, randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../../services/platform/demo.ts'
import { accountOf } from '../../tests/support/tokens.ts'
import { type Customer, freshCustomer } from './session.ts'
import type { ChosenFile } from './library.ts'

/** A customer who is signed in, and by whose name the services can be called. */
export interface SignedIn {
  readonly customer: Customer
  readonly token: string
  readonly accountId: string
}

const clientId = 'keepsake-web'

/**
 * A new customer who is signed in in the browser of the page; no page is drawn yet. Registers by the requests that the
 * pages' forms make, and keeps what they lead to, in a fraction of their time: for journeys that are about something else.
 */
export async function enrol(page: Page, customer: Customer = freshCustomer()): Promise<SignedIn> {
  return { customer, ...(await identify(page, '/registration', { ...customer, terms: 'yes' })) }
}

/** An account that is there already, signed in likewise; its timeline is open, or the path. */
export async function openLibraryOf(page: Page, email: string, path = '/my-photos/photos'): Promise<void> {
  await identify(page, '', { email, password: demoPassword })
  await open(page, path)
}

/** Sends a form of the identity service, and takes the way from there to a token. */
async function identify(
  page: Page,
  formPath: string,
  fields: Record<string, string>,
): Promise<Pick<SignedIn, 'token' | 'accountId'>> {
  const { request } = page
  const verifier = randomBytes(32).toString('base64url')
  const redirect = { client_id: clientId, redirect_uri: `${publicUrl()}/auth/callback` }
  const asked = await request.get(`${publicUrl()}/identity/auth`, {
    params: {
      ...redirect,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    },
  })
  const address = new URL(asked.url())
  address.pathname += formPath
  const sent = await request.post(address.href, { form: fields })
  const code = new URL(sent.url()).searchParams.get('code')
  if (code === null) throw new Error(`The form was not taken: ${await sent.text()}`)
  const form = { ...redirect, grant_type: 'authorization_code', code, code_verifier: verifier }
  const answered = await request.post(`${publicUrl()}/identity/token`, { form })
  // What the token endpoint answers is told by its own tests.
  const tokens = (await answered.json()) as Tokens
  await keep(page, tokens)
  return { token: tokens.access_token, accountId: accountOf(tokens.access_token) }
}

interface Tokens {
  readonly access_token: string
  readonly id_token: string
  readonly expires_in: number
}

/** As the client does when it comes back from the identity service, which takes it longer than all that is done here. */
async function keep(page: Page, tokens: Tokens): Promise<void> {
  const profile: unknown = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString())
  const user = { ...tokens, profile, expires_at: Math.floor(Date.now() / 1000) + tokens.expires_in }
  // Something of the site that draws no page.
  await page.goto('/config.json')
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `keepsake.user:${publicUrl()}/identity:${clientId}`,
    JSON.stringify(user),
  ] as const)
}

/** Puts photos into the library of a customer, as the upload dialog would; they are there when this resolves. */
export async function addPhotos({ token }: SignedIn, files: readonly ChosenFile[]): Promise<void> {
  if (files.length === 0) return
  const before = await countPhotos(token)
  await Promise.all(files.map((file) => send(token, file)))
  await expect.poll(() => countPhotos(token), { timeout: 60_000 }).toBe(before + files.length)
}

/** A new customer with these photos, whose timeline is open; the months and tiles are there when the page has loaded. */
export async function openNewLibrary(
  page: Page,
  files: readonly ChosenFile[] = [],
  options: { customer?: Customer; path?: string } = {},
): Promise<SignedIn> {
  const path = options.path ?? '/my-photos/photos'
  const signedIn = await enrol(page, options.customer)
  await addPhotos(signedIn, files)
  await open(page, path)
  return signedIn
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page).toHaveURL((url) => `${url.pathname}${url.search}` === path)
}

function publicUrl(): string {
  return `http://localhost:${process.env['E2E_PORT']}`
}

/** One file by tus, in one piece. */
async function send(token: string, { name, mimeType, buffer }: ChosenFile): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  const created = await fetch(`${publicUrl()}/storage/files`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(buffer.length),
      'upload-metadata': `filename ${encode(name)},filetype ${encode(mimeType)}`,
    },
  })
  expect(created.status).toBe(201)
  const sent = await fetch(new URL(created.headers.get('location') ?? '', publicUrl()), {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(buffer),
  })
  expect(sent.ok, await sent.text()).toBe(true)
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64')
}

async function countPhotos(token: string): Promise<number> {
  const answered = await fetch(`${publicUrl()}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ viewer { library { photosCount } } }' }),
  })
  // What the gateway answers is told by its own tests.
  const { data } = (await answered.json()) as { data: { viewer: { library: { photosCount: number } } } }
  return data.viewer.library.photosCount
}

import { createHash, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type APIRequestContext, expect, type Page, request, test } from '@playwright/test'
import { demoPassword } from '../../services/platform/demo.ts'
import { accountOf } from '../../tests/support/tokens.ts'
import { type Customer, freshCustomer } from './session.ts'
import type { ChosenFile } from './library.ts'
import { productUnderTest } from './product.ts'

/** A signed-in customer, with a token to call the services. */
export interface SignedIn {
  readonly customer: Customer
  readonly token: string
  readonly accountId: string
  /** What the client stores after a sign-in. */
  readonly tokens: Tokens
}

interface Tokens {
  readonly access_token: string
  readonly id_token: string
  readonly expires_in: number
}

const clientId = 'keepsake-web'
const timelinePath = '/my-photos/photos'

/**
 * Registers a new customer and signs in, in the browser of the page, without drawing a page. Sends the same
 * requests as the forms of the pages, and stores their results. This is much faster than filling in the forms, for
 * journeys that test something else.
 */
export async function registerInBrowser(page: Page): Promise<SignedIn> {
  const signedIn = await register(page.request, freshCustomer())
  await keep(page, signedIn.tokens)
  return signedIn
}

/** Registers a new customer, without a browser. */
export async function registerWithoutBrowser(): Promise<SignedIn> {
  const requests = await request.newContext()
  const signedIn = await register(requests, freshCustomer())
  await requests.dispose()
  return signedIn
}

/** Signs in an existing account without drawing the sign-in page. Opens the page at `path`, by default the timeline. */
export async function openLibraryOf(page: Page, email: string, path = timelinePath): Promise<void> {
  await keep(page, await identify(page.request, '', { email, password: demoPassword }))
  await open(page, path)
}

/** Opens the timeline of a new customer with these photos, which are in the library before the page opens. */
export async function openNewLibrary(
  page: Page,
  files: readonly ChosenFile[] = [],
  options: { path?: string } = {},
): Promise<SignedIn> {
  const signedIn = await registerInBrowser(page)
  await addPhotos(signedIn, files)
  await open(page, options.path ?? timelinePath)
  return signedIn
}

/**
 * Registers one customer for all tests of a group. These tests must only read. They run one after the other, each in
 * its own browser.
 * @param fill adds the customer's data
 * @returns a function that signs in the customer and opens the page at `path`, by default the timeline
 */
export function shareCustomer(
  fill: (signedIn: SignedIn) => Promise<void>,
): (page: Page, path?: string) => Promise<SignedIn> {
  test.describe.configure({ mode: 'default' })
  let shared: SignedIn
  let session: Awaited<ReturnType<APIRequestContext['storageState']>>
  test.beforeAll(async () => {
    const requests = await request.newContext()
    shared = await register(requests, freshCustomer())
    session = await requests.storageState()
    await requests.dispose()
    await fill(shared)
  })
  return async (page, path = timelinePath) => {
    await page.context().addCookies(session.cookies)
    await keep(page, shared.tokens)
    await open(page, path)
    return shared
  }
}

/** Uploads photos as the upload dialog does. Resolves when they are in the library. */
export async function addPhotos({ token }: SignedIn, files: readonly ChosenFile[]): Promise<void> {
  if (files.length === 0) return
  // Both counts are retried, because a busy gateway may not answer.
  const untilAnswered = { timeout: 120_000, intervals: [100] }
  let before = 0
  await expect(async () => {
    before = await countPhotos(token)
  }).toPass(untilAnswered)
  await Promise.all(files.map((file) => send(token, file)))
  await expect(async () => expect(await countPhotos(token)).toBe(before + files.length)).toPass(untilAnswered)
}

/** The number of photos in the library. */
export async function countPhotos(token: string): Promise<number> {
  const answer = await fetch(`${publicUrl()}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ viewer { library { photosCount } } }' }),
  })
  // The shape of the answer is not checked here, because the gateway's own tests check it.
  const { data } = (await answer.json()) as { data: { viewer: { library: { photosCount: number } } } }
  return data.viewer.library.photosCount
}

async function register(requests: APIRequestContext, customer: Customer): Promise<SignedIn> {
  const tokens = await identify(requests, '/registration', { ...customer, terms: 'yes' })
  return { customer, tokens, token: tokens.access_token, accountId: accountOf(tokens.access_token) }
}

/** Sends a form of the identity service, follows the redirects, and requests the tokens as the client does. */
async function identify(
  requests: APIRequestContext,
  formPath: string,
  fields: Record<string, string>,
): Promise<Tokens> {
  const verifier = randomBytes(32).toString('base64url')
  const redirect = { client_id: clientId, redirect_uri: `${publicUrl()}/auth/callback` }
  const asked = await requests.get(`${publicUrl()}/identity/auth`, {
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
  const sent = await submitForm(requests, address.href, fields)
  const code = new URL(sent.url()).searchParams.get('code')
  if (code === null) throw new Error(`The identity service did not accept the form: ${await sent.text()}`)
  const form = { ...redirect, grant_type: 'authorization_code', code, code_verifier: verifier }
  const answer = await requests.post(`${publicUrl()}/identity/token`, { form })
  // The shape of the answer is not checked here, because the endpoint's own tests check it.
  return (await answer.json()) as Tokens
}

/**
 * Submits a form. Many journeys register from this IP address at the same time, so the service may refuse the form with
 * the number of seconds to wait.
 */
async function submitForm(requests: APIRequestContext, address: string, form: Record<string, string>) {
  for (;;) {
    const sent = await requests.post(address, { form })
    const { 'retry-after': seconds } = sent.headers()
    if (sent.status() !== 429 || seconds === undefined) return sent
    await setTimeout(Number(seconds) * 1_000)
  }
}

/** Stores the session as the client does after a sign-in. This is much faster than a sign-in by the client. */
async function keep(page: Page, tokens: Tokens): Promise<void> {
  const profile: unknown = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString())
  const user = { ...tokens, profile, expires_at: Math.floor(Date.now() / 1000) + tokens.expires_in }
  // This address gives access to the local storage of the site without drawing a page.
  await page.goto('/config.json')
  // Store that the customer has closed the banner about the unconfirmed e-mail address: it takes precedence over other
  // banners.
  const later = Date.now() + 7 * 24 * 60 * 60 * 1000
  const stored = {
    [`keepsake.user:${publicUrl()}/identity:${clientId}`]: JSON.stringify(user),
    'keepsake.confirmation': `${accountOf(tokens.access_token)} ${later}`,
  }
  await page.evaluate((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
  }, stored)
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page).toHaveURL((url) => `${url.pathname}${url.search}` === path)
}

function publicUrl(): string {
  return productUnderTest().publicUrl
}

/** Sends one file by tus, in one piece. */
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

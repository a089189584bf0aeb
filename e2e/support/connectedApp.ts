import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { connectedAppOrigin, productUnderTest } from './product.ts'

/** What the token endpoint or the gateway answers to the page of an app: only what a journey reads. */
export interface Answer {
  readonly status: number
  readonly body: {
    readonly access_token?: string
    readonly refresh_token?: string
    readonly error?: string
    readonly data?: { readonly viewer: { readonly library?: { readonly photosCount: number } } }
    readonly errors?: readonly { readonly extensions: { readonly code: string; readonly scope?: string } }[]
  }
}

/** An app of another company, with a page at an origin of its own. */
export interface ConnectedApp {
  readonly name: string
  /** Opens the address at which the app asks for access. */
  askForAccess(page: Page): Promise<void>
  /** Exchanges the code in the address of the app's page for tokens, by `fetch` in this page. */
  exchangeCode(page: Page): Promise<Answer>
  /** Renews the tokens, by `fetch` in the app's page. */
  refresh(page: Page, refreshToken: string): Promise<Answer>
  /** Asks the gateway, by `fetch` in the app's page. */
  query(page: Page, token: string, query: string): Promise<Answer>
  close(): void
}

/**
 * Starts the server of the app's page, and adds the app to the product, which notices the new file while it runs.
 * @param place tells the apps of parallel journeys apart: 0 or 1
 */
export async function startConnectedApp(place: number): Promise<ConnectedApp> {
  const { dataDir, publicUrl } = productUnderTest()
  const origin = connectedAppOrigin(place)
  const [id, name, redirectUri] = [`frame-${place}`, `Frame ${place}`, `${origin}/`]
  const verifier = randomBytes(32).toString('base64url')
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>${name}</title><h1>${name}</h1>`)
  })
  const { hostname, port } = new URL(origin)
  await new Promise<void>((resolve) => server.listen(Number(port), hostname, resolve))
  const folder = join(dataDir, 'clients')
  mkdirSync(folder, { recursive: true })
  const homepage = `${origin}/about`
  const scopes = ['photos:read', 'orders:read']
  const file = { kind: 'page', name, brand: 'keepsake', homepage, redirectUris: [redirectUri], scopes }
  writeFileSync(join(folder, `${id}.json`), JSON.stringify(file))
  const address = `${publicUrl}/identity/auth?${new URLSearchParams({
    client_id: id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile photos:read',
    state: 'some-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()}`
  const ask = async (page: Page, fields: Record<string, string>) =>
    post(page, `${publicUrl}/identity/token`, { body: new URLSearchParams({ client_id: id, ...fields }).toString() })
  return {
    name,
    async askForAccess(page) {
      // The product reads the folder of the clients once a second.
      await expect.poll(async () => (await fetch(address, { redirect: 'manual' })).status).toBe(303)
      await page.goto(address)
    },
    async exchangeCode(page) {
      const code = new URL(page.url()).searchParams.get('code') ?? ''
      return ask(page, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier })
    },
    async refresh(page, refreshToken) {
      return ask(page, { grant_type: 'refresh_token', refresh_token: refreshToken })
    },
    async query(page, token, query) {
      return post(page, `${publicUrl}/graphql`, { token, body: JSON.stringify({ query }) })
    },
    close() {
      rmSync(join(folder, `${id}.json`))
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Sends a request from a page: a form, or JSON with a token. */
async function post(page: Page, url: string, sent: { body: string; token?: string }): Promise<Answer> {
  return page.evaluate(
    async ({ to, body, token }) => {
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const json = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
      const answer = await fetch(to, { method: 'POST', body, headers: token === undefined ? form : json })
      return { status: answer.status, body: await answer.json() }
    },
    { to: url, ...sent },
  )
}

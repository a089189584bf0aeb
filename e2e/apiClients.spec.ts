import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { build } from 'vite'
import { allowTool, finish, type Running, runShell } from './support/apiDocuments.ts'
import { photo } from './support/library.ts'
import { addPhotos, registerWithoutBrowser, type SignedIn } from './support/newCustomer.ts'
import { clientOrigin, productUnderTest } from './support/product.ts'
import { submitSignIn } from './support/session.ts'

/*
 * Programs of other teams (tests/clients), in a customer's browser and outside of it.
 */

const clients = join(import.meta.dirname, '..', 'tests', 'clients')

/** Builds a page of another team. @returns its script */
async function buildPage(name: string): Promise<string> {
  const outDir = join(import.meta.dirname, '..', 'test-results', 'api', name)
  await build({
    configFile: false,
    root: join(clients, 'pages'),
    logLevel: 'error',
    define: { KEEPSAKE: JSON.stringify(`http://localhost:${productUnderTest().port}`) },
    build: {
      outDir,
      emptyOutDir: true,
      modulePreload: false,
      target: 'esnext',
      rolldownOptions: { input: join(clients, 'pages', `${name}.ts`), output: { entryFileNames: 'page.js' } },
    },
  })
  const [script = ''] = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  )
  return readFileSync(join(outDir, script), 'utf8')
}

/** Serves a page of another team at its own origin. */
async function serve(script: string): Promise<Server> {
  const html = readFileSync(join(clients, 'pages', 'index.html'), 'utf8').replace('PAGE', '/page.js')
  const server = createServer(({ url }, response) => {
    const isScript = url === '/page.js'
    response
      .writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      .end(isScript ? script : html)
  })
  const { hostname, port } = new URL(clientOrigin())
  await new Promise<void>((resolve) => server.listen(Number(port), hostname, resolve))
  return server
}

async function allowPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Let Photo frame use your account?' })).toBeVisible()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
}

/** Serves a page of another team, opens it, and stops serving it after the steps. */
async function openPage(page: Page, name: string, steps: () => Promise<void>): Promise<void> {
  const server = await serve(await buildPage(name))
  await page.goto(clientOrigin())
  await steps()
  server.closeAllConnections()
  server.close()
}

test('pages of another origin sign in, show pictures, upload and follow events', async ({ page }) => {
  const work = mkdirSync('test-results/api', { recursive: true }) ?? 'test-results/api'
  const add = `npm run client -- add frame --kind page --name "Photo frame" --scope photos:read --scope photos:write \
    --redirect-uri ${clientOrigin()}/`
  await finish(runShell(`${add}; sleep 2`, work))
  const signedIn = await registerWithoutBrowser()
  await addPhotos(signedIn, [await photo('First.jpg')])

  await openPage(page, 'apollo', async () => {
    await submitSignIn(page, signedIn.customer.email, signedIn.customer.password)
    await allowPage(page)
    await expect(page.getByText('1 photos')).toBeVisible()
    await expect(page.getByRole('img', { name: 'The newest photo' })).toHaveAttribute('title', /^\d+, \d+, \d+$/)
    await page.getByLabel('Add a photo').setInputFiles(await photo('Second.jpg', { seed: 2 }))
    // The page shows the new number because it got an event.
    await expect(page.getByText('2 photos')).toBeVisible()
  })
  await openPage(page, 'urql', async () => {
    await expect(page.getByText('2 photos, without orders:read')).toBeVisible()
  })
  const answers = recordAnswers(page)
  await openPage(page, 'apollo3', async () => {
    await expect(page.getByText('2 photos by Apollo Client 3')).toBeVisible()
    // The gateway did not know the hash of the query, and has stored its text. The next query needs only the hash.
    expect(answers.slice(0, 2).map(({ method }) => method)).toEqual(['GET', 'POST'])
    await page.getByLabel('Add a photo').setInputFiles(await photo('Third.jpg', { seed: 3 }))
    await expect(page.getByText('3 photos by Apollo Client 3')).toBeVisible()
    const [, stored, ...byHash] = answers.map(({ method, type }) => `${method} ${type}`)
    expect(stored).toMatch(/^POST multipart\/mixed;.*deferSpec=20220824/)
    expect(byHash[0]).toMatch(/^GET multipart\/mixed;.*deferSpec=20220824/)
  })
})

/** Records the answers to the operations of a page. The returned list grows whenever an answer arrives. */
function recordAnswers(page: Page): { readonly method: string; readonly type: string }[] {
  const answers: { method: string; type: string }[] = []
  page.on('response', (response) => {
    const method = response.request().method()
    const isOperation = new URL(response.url()).pathname === '/graphql' && ['GET', 'POST'].includes(method)
    if (isOperation) answers.push({ method, type: response.headers()['content-type'] ?? '' })
  })
  return answers
}

/** A command that adds a tool of another team. */
function addTool(id: string, ...scopes: string[]): string {
  const given = scopes.map((scope) => `--scope ${scope}`).join(' ')
  return `npm run client -- add ${id} --kind native --redirect-uri http://127.0.0.1/callback ${given}`
}

test('a script in Python and a tool sign a customer in, and use the library', async ({ page }) => {
  const add = [addTool('script', 'photos:read'), addTool('shell', 'photos:read', 'photos:write')]
  await finish(runShell(`${add.join('; ')}; sleep 2`, clients))
  const signedIn = await registerWithoutBrowser()
  await addPhotos(signedIn, [await photo('Python.jpg')])
  const script = runShell('python3 python/keepsake.py', clients)
  await allowTool(page, script, signedIn)
  expect(await finish(script)).toContain('Python.jpg')

  const work = mkdtempSync(join(tmpdir(), 'keepsake-tool-'))
  const use = (words: string) => runShell(`node tool/tool.mjs ${words}`, clients, { TOKENS: join(work, 'tokens.json') })
  const signingIn = use('sign-in')
  await allowTool(page, signingIn)
  await finish(signingIn)
  const following = use('follow')
  await expect.poll(following.output).toContain('Listening.')
  expect(await finish(use(`upload ${await writePhoto(work, 'Tool.jpg', 4)}`))).toContain('READY new')
  await expect.poll(following.output).toContain('1 added')
  following.stop()
  await following.ended
  const listed = await finish(use('list'))
  expect(listed).toContain('Tool.jpg')
  expect(listed).toContain('2 photos')
  expect(await refuse(use('upload tool/tool.mjs'))).toContain('REJECTED UNSUPPORTED_TYPE')
  rmSync(work, { recursive: true })
})

test('a shell script with curl signs a customer in, resumes an upload and an event stream', async ({ page }) => {
  await finish(runShell(`${addTool('curl', 'photos:read', 'photos:write')}; sleep 2`, clients))
  const signedIn = await registerWithoutBrowser()
  await addPhotos(signedIn, [await photo('First.jpg'), await photo('Second.jpg', { seed: 2 })])
  const work = mkdtempSync(join(tmpdir(), 'keepsake-curl-'))
  const use = (words: string, environment: Readonly<Record<string, string>> = {}) =>
    runShell(`sh curl/keepsake.sh ${words}`, clients, { STATE: work, PAGE_SIZE: '2', ...environment })
  await signInByAddress(page, use('sign-in'), signedIn)

  const following = use('follow')
  await expect.poll(following.output).toContain('Listening.')
  following.stop()
  await following.ended
  const uploading = use(`upload ${await writePhoto(work, 'Curl.jpg', 5)}`, { CUT_AFTER: '1000' })
  expect(await finish(uploading)).toMatch(/from byte 0 of [^]*from byte 1000 of [^]*READY/)
  // No program was listening when the photo arrived, so its event must be replayed.
  const resumed = use('follow')
  await expect.poll(resumed.output).toContain('1 added')
  resumed.stop()
  await resumed.ended

  const listed = await finish(use('list'))
  for (const name of ['First.jpg', 'Second.jpg', 'Curl.jpg', '3 photos']) expect(listed).toContain(name)
  await finish(use(`download ${join(work, 'picture.jpg')}`))
  const { format, width } = await sharp(join(work, 'picture.jpg')).metadata()
  expect({ format, width }).toEqual({ format: 'jpeg', width: 300 })
  expect(await refuse(use('orders'))).toMatch(/^FORBIDDEN: .* orders:read\. Correlation id: [\da-f-]{36}$/m)
  expect(await refuse(use('upload curl/keepsake.sh'))).toContain('REJECTED: UNSUPPORTED_TYPE')
  rmSync(work, { recursive: true })
})

/** Signs in by a script that cannot listen: its user copies the address to which the browser returns. */
async function signInByAddress(page: Page, script: Running, signedIn: SignedIn): Promise<void> {
  await expect.poll(script.output).toMatch(/^Open http\S+$/m)
  await page.goto(/^Open (http\S+)$/m.exec(script.output())?.[1] ?? '')
  await submitSignIn(page, signedIn.customer.email, signedIn.customer.password)
  const returned = page.waitForRequest((request) => request.url().startsWith('http://127.0.0.1:8976/callback'))
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  script.write(`${(await returned).url()}\n`)
  expect(await finish(script)).toContain('Allowed: photos:read photos:write')
}

/** Writes a photo into a folder. @returns its path */
async function writePhoto(folder: string, name: string, seed: number): Promise<string> {
  const { buffer } = await photo(name, { seed })
  writeFileSync(join(folder, name), buffer)
  return join(folder, name)
}

/** Waits for the end of a program that must fail. @returns what it has written */
async function refuse(running: Running): Promise<string> {
  expect(await running.ended, running.output()).toBe(1)
  return running.output()
}

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { allowTool, blocksOf, finish, runShell, shellOf, writeFiles } from './support/apiDocuments.ts'
import { registerWithoutBrowser } from './support/newCustomer.ts'
import { makeJpeg } from '../tests/support/pictures.ts'

/*
 * Runs the code of docs/api unchanged, as a customer who has never used the product. The folder of the code is inside
 * the project, so that Node finds the packages.
 */

const folder = mkdirSync('test-results/api', { recursive: true }) ?? 'test-results/api'
const tokensSchema = z.object({ access_token: z.string() })

test('the pages of the API do what they say', async ({ page }) => {
  const work = mkdtempSync(join(folder, 'pages-'))
  const signedIn = await registerWithoutBrowser()
  const { email } = signedIn.customer
  for (const name of ['quick-start', 'sign-in', 'reading', 'events', 'uploads', 'native-apps']) writeFiles(name, work)

  const tool = runShell(shellOf('quick-start'), work)
  await allowTool(page, tool, signedIn)
  expect(await finish(tool)).toContain(`${email} has 0 photos.`)

  const renewed = await finish(runShell(`${shellOf('sign-in')}\nnode renew.mjs`, work))
  expect(renewed).toContain('The next token allows photos:read photos:write.')
  const { access_token: TOKEN } = tokensSchema.parse(JSON.parse(readFileSync(join(work, 'tokens.json'), 'utf8')))

  writeFileSync(join(work, 'photo.jpg'), await makeJpeg({ seed: 20 }))
  const uploaded = await finish(runShell(shellOf('uploads'), work, { TOKEN, PHOTO: 'photo.jpg' }))
  expect(uploaded).toContain('READY new')
  expect(await finish(runShell(shellOf('reading'), work, { TOKEN }))).toContain('1 photos')
  for (const name of ['limits', 'changes', 'defer', 'persisted-documents', 'origins'])
    await finish(runShell(shellOf(name), work, { TOKEN }))
  expect(await finish(runShell(shellOf('events'), work, { TOKEN }))).toContain('1 change')

  await uploadWithExpiredToken(work)

  for (const { code } of ['reading', 'limits', 'defer']
    .flatMap(blocksOf)
    .filter(({ language }) => language === 'graphql')) {
    const answer = await page.request.post('/graphql', {
      data: { query: code },
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    expect(await answer.json(), code).not.toHaveProperty('errors')
  }
})

/** An upload by an app whose access token is refused. Its refresh token is still valid. */
async function uploadWithExpiredToken(work: string): Promise<void> {
  const file = join(work, 'tokens.json')
  const tokens = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...tokens, access_token: 'expired', expires_at: Date.now() + 3_600_000 }))
  writeFileSync(join(work, 'background.jpg'), await makeJpeg({ seed: 21 }))
  const uploaded = await finish(runShell(shellOf('native-apps'), work, { PHOTO: 'background.jpg' }))
  expect(uploaded).toContain('The bytes have arrived.')
  expect(tokensSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).access_token).not.toBe('expired')
}

test('the sandbox does what its page says', async () => {
  const work = mkdtempSync(join(folder, 'sandbox-'))
  for (const name of ['events', 'uploads']) writeFiles(name, work)
  writeFileSync(join(work, 'photo.jpg'), await makeJpeg({ seed: 21 }))
  await finish(runShell(shellOf('sandbox'), work, { PHOTO: 'photo.jpg' }))
})

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkClient, readClients } from '../../clients/clients.ts'

const run = promisify(execFile)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clients-'))
})

afterAll(async () => rm(folder, { recursive: true }))

/** Runs `npm run client` as an operator of a real installation does. */
const client = async (...words: string[]) =>
  run(process.execPath, ['launcher/client.ts', ...words], {
    env: { ...process.env, CLIENTS_DIR: folder, NODE_ENV: 'production' },
  })

const page = {
  kind: 'page',
  name: 'Frame',
  brand: 'keepsake',
  redirectUris: ['https://frame.example/callback'],
  scopes: ['photos:read'],
}

describe('npm run client', () => {
  test('adds, lists and removes a client in production, too', async () => {
    const uri = ['--redirect-uri', 'https://frame.example/callback']
    await client('add', 'frame', '--kind', 'page', ...uri, '--scope', 'photos:read', '--name', 'Frame')
    expect((await client('list')).stdout).toBe('frame  page  keepsake  photos:read  (Frame)\n')
    await expect(client('add', 'frame', '--kind', 'page', ...uri, '--scope', 'account')).rejects.toThrow(
      'There is a client',
    )
    await client('remove', 'frame')
    expect((await client('list')).stdout).toContain('There are no clients')
  })

  test('shows the secret of a service once, and stores only its digest', async () => {
    const { stdout } = await client('add', 'factory', '--kind', 'service', '--scope', 'orders:write')
    const secret = /shown only now: (\S+)/.exec(stdout)?.[1] ?? ''
    expect(secret).toHaveLength(43)
    expect(await readFile(join(folder, 'factory.json'), 'utf8')).not.toContain(secret)
    await client('remove', 'factory')
  })

  test.each(['keepsake-web', 'graphiql', '../etc', 'Frame'])('refuses the id %s', async (id) => {
    await expect(client('add', id, '--kind', 'page', '--scope', 'account')).rejects.toThrow('The id must be')
  })
})

describe('the file of a client', () => {
  test.each([
    [{ redirectUris: ['http://frame.example/'] }, 'redirectUris.0 must be an https address'],
    [{ redirectUris: ['https://frame.example/#x'] }, 'redirectUris.0 must be an https address'],
    [{ redirectUris: ['https://*.frame.example/'] }, 'redirectUris.0 must be an https address'],
    [{ redirectUris: ['javascript:alert(1)'] }, 'redirectUris.0 must be an https address'],
    [{ redirectUris: [] }, 'redirectUris must have at least one address'],
    [{ scopes: ['photos:all'] }, 'scopes.0 must be one of photos:read'],
    [{ scopes: [] }, 'scopes must have at least one scope'],
    [{ homepage: 'javascript:alert(1)' }, 'homepage must be a web address'],
    [{ brand: 'No brand' }, 'brand must be the key of a brand'],
    [{ kind: 'robot' }, 'kind must be page, native or service'],
    [{ secret: 'x' }, 'secret is not a field of such a client'],
    [{ kind: 'native', redirectUris: ['http://frame.example/'] }, 'redirectUris.0 must be http://127.0.0.1/'],
    [{ kind: 'native', redirectUris: ['frame:/callback'] }, 'redirectUris.0 must be http://127.0.0.1/'],
  ])('with %j has the mistake: %s', (changes, mistake) => {
    expect(checkClient({ ...page, ...changes })).toEqual({ mistakes: [expect.stringContaining(mistake)] })
  })

  test.each([
    {},
    { redirectUris: ['http://localhost:5173/'] },
    { kind: 'native', redirectUris: ['http://127.0.0.1/callback', 'com.example.frame:/callback'] },
  ])('with %j is good', (changes) => {
    expect(checkClient({ ...page, ...changes })).toHaveProperty('client')
  })

  test('that has a mistake does not hide the others', async () => {
    await writeFile(join(folder, 'good.json'), JSON.stringify(page))
    await writeFile(join(folder, 'bad.json'), '{')
    const { clients, mistakes } = readClients(folder)
    expect(clients.map(({ id }) => id)).toEqual(['good'])
    expect(mistakes).toEqual([expect.stringMatching(/^bad\.json: it is not JSON/)])
  })
})

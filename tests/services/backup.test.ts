import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildEdge } from '../../edge/app.ts'
import { readEdgeConfig } from '../../edge/config.ts'
import { freePort } from '../../launcher/ports.ts'
import { demoAccounts } from '../../services/platform/demo.ts'
import {
  allPictures,
  checksumsOf,
  type Query,
  readPictures,
  readRows,
  type Rows,
  signIn,
  Writer,
} from '../support/backedUp.ts'
import { bareEnvironment } from '../support/bareEnvironment.ts'
import { createInstallation, type Installation } from '../support/database.ts'
import { type RunningServices, startServices } from '../support/services.ts'

const run = promisify(execFile)
const [anna, ben] = demoAccounts
const nowhere = 'http://127.0.0.1:9'

let folder: string
let installation: Installation
let services: RunningServices
let edge: FastifyInstance
let port: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-backup-'))
  installation = await createInstallation('the embedded database')
  port = await freePort()
  services = await start(installation.dataDir)
  await services.createDemo()
  edge = await buildEdge(
    readEdgeConfig({
      PORT: String(port),
      GATEWAY_URLS: nowhere,
      SERVICES_URLS: services.url,
      WEB_DEV_URL: nowhere,
      LOG_LEVEL: 'silent',
    }),
  )
  await edge.listen({ port, host: 'localhost' })
  // The demo is ready before its pictures are made.
  await vi.waitFor(async () => expect(await picturesAt(services, anna.email)).toBe(allPictures), {
    timeout: 60_000,
    interval: 500,
  })
})

afterAll(async () => {
  await edge.close()
  await services.close()
  await installation.remove()
  await rm(folder, { recursive: true })
})

async function start(dataDir: string): Promise<RunningServices> {
  return startServices({
    installation: { dataDir, databaseUrl: undefined },
    environment: { DEMO: 'true', DEMO_PICTURES: '3', PUBLIC_URL: publicUrl() },
  })
}

function publicUrl(): string {
  return `http://localhost:${port}`
}

/** Reads the pictures of a demo account. @returns how many; throws if one is missing */
async function picturesAt({ url }: RunningServices, email: string): Promise<number> {
  return readPictures(await signIn(url, publicUrl(), email), publicUrl())
}

/** Runs `npm run backup`. */
async function backUp(...words: readonly string[]): Promise<string> {
  const env = { ...bareEnvironment, PORT: String(port), DATA_DIR: installation.dataDir }
  return (await run(process.execPath, ['launcher/backup.ts', ...words], { env })).stdout
}

async function rowsNow(): Promise<Rows> {
  return readRows((text) => sql.raw(text).execute(services.platform.database('')))
}

/** Reads the rows of a data folder that no process uses. */
async function rowsIn(dataDir: string): Promise<Rows> {
  const pglite = await PGlite.create(join(dataDir, 'database'))
  const query: Query = (text) => pglite.query(text)
  try {
    return await readRows(query)
  } finally {
    await pglite.close()
  }
}

describe('npm run backup', () => {
  test('copies a running installation, which then starts elsewhere with the same data', async () => {
    const target = join(folder, 'first')
    const writer = new Writer(await signIn(services.url, publicUrl(), ben.email), { deletes: true })
    await expect.poll(() => writer.albums.length).toBeGreaterThan(1)
    const [rowsBefore, filesBefore] = [await rowsNow(), await checksumsOf(join(installation.dataDir, 'blobs/content'))]
    const albumsBefore = [...writer.albums]
    const printed = await backUp(target)
    const [rowsAfter, filesAfter] = [await rowsNow(), await checksumsOf(join(installation.dataDir, 'blobs/content'))]
    await writer.stop()

    expect(printed).toMatch(/first has \d+ files with [\d.]+ MB\.\n$/)
    expect(existsSync(join(installation.dataDir, 'backup'))).toBe(false)
    expect(writer.albums.length).toBeGreaterThan(albumsBefore.length)
    const restored = join(folder, 'restored')
    await cp(target, restored, { recursive: true })
    const rows = await rowsIn(restored)
    expect([...rows.keys()]).toEqual([...rowsBefore.keys()])
    const files = await checksumsOf(join(restored, 'blobs/content'))
    // Rows and files that did not change during the backup are the same in the copy.
    expect(missing(rowsBefore, rowsAfter, rows)).toEqual([])
    const unchangedFiles = [...filesBefore].filter(([name, sum]) => filesAfter.get(name) === sum)
    expect(unchangedFiles.length).toBeGreaterThan(20)
    expect(unchangedFiles.filter(([name, sum]) => files.get(name) !== sum)).toEqual([])
    for (const name of albumsBefore) expect([...(rows.get('photos.albums') ?? [])].join()).toContain(`"${name}"`)

    const again = await start(restored)
    try {
      expect(await picturesAt(again, anna.email)).toBe(allPictures)
      expect(await picturesAt(again, ben.email)).toBeGreaterThan(0)
    } finally {
      await again.close()
    }
  })

  test('has the files of all rows, although files are deleted while it copies', async () => {
    const writer = new Writer(await signIn(services.url, publicUrl(), ben.email), { deletes: true })
    await expect.poll(() => writer.albums.length).toBeGreaterThan(9)
    for (const name of ['second', 'third']) await backUp(join(folder, name))
    await writer.stop()
    for (const name of ['second', 'third']) {
      const files = await checksumsOf(join(folder, name, 'blobs/content'))
      const rows = [...((await rowsIn(join(folder, name))).get('storage.originals') ?? [])]
      expect(rows.length).toBeGreaterThan(3)
      for (const row of rows) expect([...files.keys()].join()).toContain(String(JSON.parse(row).image_id))
    }
  })

  test('refuses a folder that exists, and a second backup at the same time', async () => {
    await expect(backUp(folder)).rejects.toThrow('exists. Name a folder that does not exist yet')
    await expect(backUp()).rejects.toThrow('npm run backup -- /backups/')
    const secret = (await readFile(join(installation.dataDir, 'keys/operator'), 'utf8')).trim()
    const call = () =>
      fetch(`http://localhost:${port}/dev/backup`, { method: 'POST', headers: { 'x-operator-secret': secret } })
    expect((await call()).status).toBe(200)
    const second = await call()
    expect([second.status, await second.json()]).toEqual([409, expect.objectContaining({ code: 'BACKUP_EXISTS' })])
    await rm(join(installation.dataDir, 'backup'), { recursive: true })
  })
})

/** Rows that were there before and after the backup, and are not in the backup. */
function missing(before: Rows, after: Rows, restored: Rows): string[] {
  return [...before].flatMap(([table, rows]) =>
    [...rows].filter((row) => after.get(table)?.has(row) && !restored.get(table)?.has(row)).map((row) => table + row),
  )
}

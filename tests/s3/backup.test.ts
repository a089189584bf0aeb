import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { listKeys } from '../../services/platform/blobs/s3Deleting.ts'
import { demoAccounts } from '../../services/platform/demo.ts'
import { allPictures, readPictures, readRows, type Rows, signIn, Writer } from '../support/backedUp.ts'
import { bareEnvironment } from '../support/bareEnvironment.ts'
import { createInstallation, type Installation } from '../support/database.ts'
import { connectToS3, createBucket } from '../support/s3Server.ts'
import { type RunningServices, startServices } from '../support/services.ts'

const run = promisify(execFile)
const [anna, ben] = demoAccounts
const publicUrl = 'http://localhost:4000'
const access = inject('s3')
const client = connectToS3(access)
/** The bucket of all installations of the tests (blobSettings.ts). */
const bucket = 'keepsake'
const readsAtOnce = 8
const remote = {
  RCLONE_CONFIG_S3_TYPE: 's3',
  RCLONE_CONFIG_S3_PROVIDER: 'Ceph',
  RCLONE_CONFIG_S3_ENDPOINT: access.url,
  RCLONE_CONFIG_S3_ACCESS_KEY_ID: access.accessKeyId,
  RCLONE_CONFIG_S3_SECRET_ACCESS_KEY: access.secretAccessKey,
}

let folder: string
let source: Installation
let target: Installation
let first: RunningServices
const running: RunningServices[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-backup-'))
  source = await createInstallation('a PostgreSQL server')
  target = await createInstallation('a PostgreSQL server')
  first = await start(source)
  await first.createDemo()
  // Wait for the pictures of the demo, which are made after `createDemo`.
  await vi.waitFor(async () => expect(await picturesAt(first)).toBe(allPictures), { timeout: 240_000, interval: 500 })
})

afterAll(async () => {
  for (const services of running) await services.close()
  for (const installation of [source, target]) await installation.remove()
  await rm(folder, { recursive: true })
})

async function start(installation: Installation): Promise<RunningServices> {
  const environment = { DEMO: 'true', DEMO_PICTURES: '3', PUBLIC_URL: publicUrl }
  const services = await startServices({ installation, environment })
  running.push(services)
  return services
}

async function picturesAt({ url }: RunningServices): Promise<number> {
  return readPictures(await signIn(url, publicUrl, anna.email), publicUrl)
}

/** Runs a command of PostgreSQL, such as `pg_dump`. */
async function postgres(command: string, ...options: readonly string[]): Promise<void> {
  const [program = command] = globSync(`/usr/lib/postgresql/*/bin/${command}`)
  await run(program, options)
}

async function rclone(from: string, to: string): Promise<void> {
  await run('rclone', ['copy', '--metadata', `s3:${from}`, `s3:${to}`], { env: { ...bareEnvironment, ...remote } })
}

/** The media type and SHA-256 sum of every object below a folder of a bucket, by its key there. */
async function objectsIn(Bucket: string, prefix: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const read = async (Key: string) => {
    const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket, Key }))
    const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array()
    found.set(Key.slice(prefix.length + 1), `${ContentType} ${createHash('sha256').update(bytes).digest('hex')}`)
  }
  for await (const keys of listKeys(client, Bucket, `${prefix}/`)) {
    for (let start = 0; start < keys.length; start += readsAtOnce) {
      await Promise.all(keys.slice(start, start + readsAtOnce).map(read))
    }
  }
  return found
}

async function rowsOf({ databaseUrl }: Installation): Promise<Rows> {
  const connection = new Client({ connectionString: databaseUrl })
  await connection.connect()
  try {
    return await readRows((text) => connection.query(text))
  } finally {
    await connection.end()
  }
}

/** Dumps the database while the product writes to it. @returns the rows at the moment of the dump */
async function dump(file: string): Promise<Rows> {
  const connection = new Client({ connectionString: source.databaseUrl })
  await connection.connect()
  try {
    await connection.query('begin isolation level repeatable read read only')
    const { rows } = await connection.query<{ id: string }>('select pg_export_snapshot() as id')
    const snapshot = `--snapshot=${rows[0]?.id}`
    await postgres('pg_dump', '--format=custom', `--file=${file}`, snapshot, source.databaseUrl ?? '')
    return await readRows((text) => connection.query(text))
  } finally {
    await connection.end()
  }
}

test('a dump and a copy of the bucket become an installation with the same rows and objects', async () => {
  const from = basename(source.dataDir)
  const copies = await createBucket(client)
  const writer = new Writer(await signIn(first.url, publicUrl, ben.email), { deletes: false })
  await expect.poll(() => writer.albums.length).toBeGreaterThan(1)

  await rclone(`${bucket}/${from}`, `${copies}/objects`)
  const written = writer.albums.length
  await expect.poll(() => writer.albums.length).toBeGreaterThan(written + 1)
  const rows = await dump(join(folder, 'keepsake.dump'))
  await rclone(`${bucket}/${from}`, `${copies}/objects`)
  await writer.stop()

  const url = new URL(target.databaseUrl ?? '')
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  await postgres('dropdb', `--maintenance-db=${url.href}`, name)
  await postgres('createdb', `--maintenance-db=${url.href}`, name)
  const how = ['--no-owner', '--exit-on-error', `--dbname=${target.databaseUrl}`]
  await postgres('pg_restore', ...how, join(folder, 'keepsake.dump'))
  await rclone(`${copies}/objects`, `${bucket}/${basename(target.dataDir)}`)

  const restored = await rowsOf(target)
  expect(rows.size).toBeGreaterThan(90)
  expect([...restored.keys()]).toEqual([...rows.keys()])
  for (const [table, expected] of rows) expect([table, restored.get(table)]).toEqual([table, expected])
  const [objects, restoredObjects] = [await objectsIn(bucket, from), await objectsIn(bucket, basename(target.dataDir))]
  // The source may have more objects than the copy: these were made after the backup.
  for (const [key, object] of restoredObjects) {
    if (!key.startsWith('uploads/')) expect([key, object]).toEqual([key, objects.get(key)])
  }
  const keys = [...restoredObjects.keys()].join('\n')
  const originals = [...(restored.get('storage.originals') ?? [])].map((row) => String(JSON.parse(row).image_id))
  expect(originals.length).toBeGreaterThan(3)
  for (const id of originals) expect(keys).toContain(`${id}/original`)

  const second = await start(target)
  expect(await picturesAt(second)).toBe(allPictures)
})

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { demoPassword } from '../../services/platform/demo.ts'
import { Customer } from '../services/storage/customer.ts'
import { signInAs, SignInRequest, Visitor } from '../services/identity/visitor.ts'
import { makeJpeg } from './pictures.ts'

/** Runs one statement. */
export type Query = (text: string) => Promise<{ rows: unknown[] }>

/** The rows of every table of the services, as JSON. */
export type Rows = ReadonlyMap<string, ReadonlySet<string>>

const tableRow = z.object({ place: z.string() })
const jsonRow = z.object({ row: z.string() })

/** Reads all rows of all tables. Two equal rows of one table count once. */
export async function readRows(query: Query): Promise<Rows> {
  const tables = await query(`
    select format('%I.%I', nspname, relname) as place from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema') order by place`)
  const found = new Map<string, Set<string>>()
  for (const { place } of z.array(tableRow).parse(tables.rows)) {
    const { rows } = await query(`select to_jsonb(t)::text as row from ${place} as t`)
    found.set(
      place,
      new Set(
        z
          .array(jsonRow)
          .parse(rows)
          .map(({ row }) => row),
      ),
    )
  }
  return found
}

/** The SHA-256 sum of every file below a folder, by the path of the file in this folder. */
export async function checksumsOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const sums = files.map(async (file) => {
    const sum = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
    return [file.slice(folder.length + 1), sum] as const
  })
  return new Map(await Promise.all(sums))
}

/** Signs in to a demo account with its password, as the client does. */
export async function signIn(url: string, publicUrl: string, email: string): Promise<Customer> {
  const request = new SignInRequest('keepsake-web', `${publicUrl}/auth/callback`)
  const visitor = new Visitor(url, publicUrl)
  const { access_token: token } = await signInAs(visitor, { email, password: demoPassword }, request)
  const [, claims = ''] = token.split('.')
  const { sub } = z.object({ sub: z.string() }).parse(JSON.parse(Buffer.from(claims, 'base64url').toString()))
  return new Customer(url, { issue: async () => token }, sub)
}

/** A customer who creates albums and uploads photos until stopped. */
export class Writer {
  /** The names of the albums that were acknowledged. */
  readonly albums: string[] = []
  readonly #customer: Customer
  readonly #deletes: boolean
  readonly #running: Promise<void>
  #isStopped = false

  /** @param options.deletes whether every second photo is immediately deleted for good */
  constructor(customer: Customer, { deletes }: { readonly deletes: boolean }) {
    this.#customer = customer
    this.#deletes = deletes
    this.#running = this.#write()
  }

  /** Resolves after the write that is in progress. Rejects if a write has failed. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  async #write(): Promise<void> {
    for (let seed = 1_000; !this.#isStopped; seed += 1) {
      const name = `Written ${seed}`
      const { status } = await this.#customer.call('POST', '/photos/albums', { body: { name } })
      if (status !== 201) throw new Error(`An album was answered with ${status}.`)
      this.albums.push(name)
      const { body } = await this.#customer.upload(await makeJpeg({ seed, width: 320, height: 240 }))
      if (!this.#deletes || seed % 2 === 0) continue
      await this.#customer.settled(body.uploadId)
      const photo = (await this.#customer.photos()).find(({ uploadId }) => uploadId === body.uploadId)
      if (photo) await this.#customer.call('DELETE', `/photos/photos/${photo.imageId}`)
      // Emptying the trash deletes the files immediately.
      const emptied = await this.#customer.call('DELETE', '/photos/photos/trash/all')
      if (emptied.status >= 300) throw new Error(`Emptying the trash was answered with ${emptied.status}.`)
    }
  }
}

const readPhotos = 10
/** How many pictures `readPictures` reads if every photo has its five pictures. */
export const allPictures = readPhotos * 5

/** Reads every picture of a customer's newest ten photos. Returns how many; throws if a picture is missing. */
export async function readPictures(customer: Customer, publicUrl: string): Promise<number> {
  const photos = (await customer.photos()).slice(0, readPhotos)
  let count = 0
  for (const { url, untouchedUrl, thumbnails } of photos) {
    for (const address of [url, untouchedUrl, ...thumbnails.map((thumbnail) => thumbnail.url)]) {
      const answer = await fetch(address.replace(publicUrl, customer.url))
      if (answer.status !== 200) throw new Error(`${address} was answered with ${answer.status}.`)
      await answer.arrayBuffer()
      count += 1
    }
  }
  return count
}

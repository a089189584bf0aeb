import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { ExportsTables } from '../../../services/exports/tables.ts'
import type { Platform } from '../../../services/platform/platform.ts'
import { afterAll, beforeAll } from 'vitest'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { createGround, type DatabaseKind, type Ground } from '../../support/database.ts'
import { EventReader } from '../../support/eventReader.ts'
import { unzip, type UnzippedFile } from '../../support/unzip.ts'
import { keepPhoto, type KeptFile, type KeptPhoto } from '../downloads/keeper.ts'
import { type Answer, Customer, type PhotoServices, startPhotoServices, until } from '../storage/customer.ts'

/** Somebody who exports their library. */
export class Exporter extends Customer {
  async ask(body: unknown = { channelId: 'k' }): Promise<Answer> {
    return this.call('POST', '/exports/backups', { body })
  }

  async look(id: string): Promise<Answer> {
    return this.call('GET', `/exports/backups/${id}`)
  }

  /** Waits until an export has ended; answers how. */
  async ended(id: string): Promise<Answer['body']> {
    return until(async () => {
      const { body } = await this.look(id)
      return body.status === 'READY' || body.status === 'FAILED' ? body : null
    }, 'the export to end')
  }

  /** The bytes of the files of an export that is ready. */
  async files(backup: { backupId: string; chunks: readonly { iteration: number }[] }): Promise<Buffer[]> {
    const files: Buffer[] = []
    for (const { iteration } of backup.chunks) {
      const { body } = await this.call('GET', `/exports/backups/${backup.backupId}/chunks/${iteration}/url`)
      files.push(Buffer.from(await (await this.read(body.url)).arrayBuffer()))
    }
    return files
  }

  /** All that is in the files of an export; throws when a name is in two of them. */
  async unpacked(backup: Parameters<Exporter['files']>[0]): Promise<ReadonlyMap<string, UnzippedFile>> {
    const all = new Map<string, UnzippedFile>()
    for (const file of await this.files(backup)) {
      for (const [name, content] of await unzip(file)) {
        if (all.has(name)) throw new Error(`${name} is in two files.`)
        all.set(name, content)
      }
    }
    return all
  }
}

/** An installation with all that exports need, set up once for the tests of a group. */
export interface Depot {
  readonly running: PhotoServices
  readonly platform: Platform
  readonly exports: Kysely<ExportsTables>
  newExporter(): Exporter
  /** Puts a file into a library, without the way that uploads take. */
  keep(exporter: Exporter, file: KeptFile): Promise<KeptPhoto>
  subscribe(exporter: Exporter, after?: string): Promise<EventReader>
  /** The files of exports of an account that are there, and all that is being written. */
  files(owner: string): Promise<string[]>
  mailsTo(email: string): Promise<{ subject: string; text: string }[]>
  /** What is known of an account for mails; null: nothing. */
  contactOf(accountId: string): Promise<unknown>
}

export function useDepot(kind: DatabaseKind, environment: Readonly<Record<string, string>> = {}): Depot {
  let ground: Ground
  let running: PhotoServices
  beforeAll(async () => {
    ground = await createGround(kind)
    running = await startPhotoServices(ground, environment, ['site', 'storage', 'photos', 'customers', 'exports'])
  })
  afterAll(async () => {
    await running.close()
    await ground.remove()
  })
  return {
    get running() {
      return running
    },
    get platform() {
      return running.services.platform
    },
    get exports() {
      return running.services.platform.database<ExportsTables>('exports')
    },
    newExporter: () => new Exporter(running.services.url, running.issuer),
    keep: async (exporter, file) => keepPhoto(running.services.platform, exporter.id, file),
    async subscribe(exporter, after) {
      const reader = new EventReader(`${running.services.url}/exports/events`)
      const token = await exporter.token()
      await reader.send({ action: 'authenticate', token, ...(after === undefined ? {} : { after }) })
      await until(async () => (reader.messages.length > 0 ? true : null), 'the OK')
      return reader
    },
    files: async (owner) => exportFiles(ground.dataDir, owner),
    mailsTo: async (email) => mailsTo(ground.dataDir, email),
    async contactOf(accountId) {
      const { http, config } = running.services.platform
      const url = `${config.urls.customers}/accounts/${accountId}/contact`
      return http.call({ url, asService: true, answer: z.unknown() }).catch(() => null)
    },
  }
}

/** The files of exports below a data folder, and what is being written there. */
async function exportFiles(dataDir: string, owner: string): Promise<string[]> {
  const blobs = join(dataDir, 'blobs')
  const list = async (folder: string) =>
    readdir(join(blobs, folder), { recursive: true, withFileTypes: true }).catch(() => [])
  const entries = [...(await list(`content/exports/${owner}`)), ...(await list('temporary'))]
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(blobs, join(parentPath, name)))
}

/** The mails in the outbox to an address. */
export async function mailsTo(dataDir: string, email: string): Promise<{ subject: string; text: string }[]> {
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
  const mails = await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))))
  return mails.filter((mail) => mail.to === email)
}

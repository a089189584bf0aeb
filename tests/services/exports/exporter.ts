import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ExportsTables } from '../../../services/exports/tables.ts'
import type { DatabaseKind } from '../../support/database.ts'
import { EventReader } from '../../support/eventReader.ts'
import { unzip, type UnzippedFile } from '../../support/unzip.ts'
import { ArchiveServices, blobFiles } from '../archiveServices.ts'
import { type Answer, Customer, until } from '../storage/customer.ts'

/** A customer who exports their library. */
export class Exporter extends Customer {
  async requestExport(body: unknown = { channelId: 'k' }): Promise<Answer> {
    return this.call('POST', '/exports/backups', { body })
  }

  async readExport(id: string): Promise<Answer> {
    return this.call('GET', `/exports/backups/${id}`)
  }

  /** Waits until an export has ended; returns its state. */
  async untilEnded(id: string): Promise<Answer['body']> {
    return until(async () => {
      const { body } = await this.readExport(id)
      return body.status === 'READY' || body.status === 'FAILED' ? body : null
    }, 'the export to end')
  }

  /** The files of a finished export, as bytes. */
  async files(backup: { backupId: string; chunks: readonly { iteration: number }[] }): Promise<Buffer[]> {
    const files: Buffer[] = []
    for (const { iteration } of backup.chunks) {
      const { body } = await this.call('GET', `/exports/backups/${backup.backupId}/chunks/${iteration}/url`)
      files.push(Buffer.from(await (await this.read(body.url)).arrayBuffer()))
    }
    return files
  }

  /** The content of all files of an export; throws if two files contain the same name. */
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

/** An installation with everything that exports need. */
export class ExportServices extends ArchiveServices {
  get exports(): Kysely<ExportsTables> {
    return this.platform.database<ExportsTables>('exports')
  }

  newExporter(): Exporter {
    return new Exporter(this.running.services.url, this.running.issuer)
  }

  async subscribe(exporter: Exporter, after?: string): Promise<EventReader> {
    const reader = new EventReader(`${this.running.services.url}/exports/events`)
    const token = await exporter.token()
    await reader.send({ action: 'authenticate', token, ...(after === undefined ? {} : { after }) })
    await until(async () => (reader.messages.length > 0 ? true : null), 'the OK')
    return reader
  }

  /** The files of an account's exports, and incomplete blobs. */
  async files(owner: string): Promise<string[]> {
    return blobFiles(this.dataDir, `exports/${owner}`)
  }

  async mailsTo(email: string): Promise<{ subject: string; text: string }[]> {
    return mailsTo(this.dataDir, email)
  }

  /** The contact of an account for mails; null if unknown. */
  async contactOf(accountId: string): Promise<unknown> {
    const { http, config } = this.platform
    const url = `${config.urls.customers}/accounts/${accountId}/contact`
    return http.call({ url, asService: true, answer: z.unknown() }).catch(() => null)
  }
}

export function useExportServices(
  kind: DatabaseKind,
  environment: Readonly<Record<string, string>> = {},
): ExportServices {
  return new ExportServices(kind, ['site', 'storage', 'photos', 'customers', 'exports'], environment)
}

/** The mails to an address in the outbox. */
export async function mailsTo(dataDir: string, email: string): Promise<{ subject: string; text: string }[]> {
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
  const mails = await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))))
  return mails.filter((mail) => mail.to === email)
}

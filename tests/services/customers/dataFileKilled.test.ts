import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { publicUrl, until } from '../storage/customer.ts'
import { type Fault, ServiceLink } from './serviceLink.ts'

const names = [
  'identity',
  'mailing',
  'payments',
  'products',
  'orders',
  'vouchers',
  'invoices',
  'projects',
  'widgets',
] as const
const link = new ServiceLink()
const settings = await link.start(names)
afterAll(() => link.stop())

const [pageCount, itemsPerPage] = [3, 100]

/** A page of projects with long names, so that each page becomes a separate part of the file. */
function projectPage(number: number) {
  const items = Array.from({ length: itemsPerPage }, (_, index) => ({
    id: `project-${number * itemsPerPage + index}`,
    name: 'x'.repeat(2_000),
    productCode: 'PAP_370',
    articleType: 'PhotoBook',
    pages: 24,
    created: '2026-11-26T09:30:00.000Z',
    changed: '2026-11-26T09:30:00.000Z',
    state: 'complete',
    restorableUntil: null,
    photosCount: 0,
    missingPhotosCount: 0,
  }))
  return { items, next: number + 1 < pageCount ? String(number + 1) : null }
}

const facts = {
  identity: { email: 'mira@example.com', emailChange: null, passkeys: [] },
  mailing: { state: 'none', email: null, requestedAt: null, confirmedAt: null, unsubscribedAt: null },
  payments: { methods: [] },
}

const json = (value: unknown) => ({ status: 200, json: value })

/** The answers of the other services. */
function answerOf(called: string, services: KillableServices): Fault {
  if (called.endsWith('/identity/jwks')) return json(services.issuer.jwks)
  const [, service = '', list] = /^GET \/(\w+)\/accounts\/[\w-]+\/personal-data(\/\w+)?/.exec(called) ?? []
  if (list === '/projects') return json(projectPage(Number(/after=(\d)/.exec(called)?.[1] ?? 0)))
  return json(list ? { items: [], next: null } : facts[service as keyof typeof facts])
}

describe.each(databaseKinds)('the file with all data, whose services are killed, on %s', (kind) => {
  test('continues after the last part, and is complete', async () => {
    const services = await createKillableServices(kind, publicUrl, 'customers', settings)
    try {
      const called: string[] = []
      let isKilled = false
      link.onFault = (call) => {
        called.push(call)
        if (!call.includes('after=1') || isKilled) return answerOf(call, services)
        isKilled = true
        void services.kill()
        return 'hang'
      }
      await services.start()
      const id = randomUUID()
      const signedIn = Math.floor(Date.now() / 1_000)
      const token = await services.issuer.issue(id, { claims: { auth_time: signedIn } })
      const headers = { authorization: `Bearer ${token}` }
      const files = `${services.url}/customers/customers/me/data-files`
      const requested = await fetch(files, { method: 'POST', headers })
      expect(requested.status).toBe(201)
      const { fileId } = (await requested.json()) as { fileId: string }
      await until(async () => (isKilled ? true : null), 'the second page')
      await services.kill()
      called.length = 0
      await services.start()
      const ready = await until(async () => {
        const file = (await (await fetch(`${files}/${fileId}`, { headers })).json()) as { status: string; size: number }
        return file.status === 'READY' ? file : null
      }, 'the file')
      const parts = called.filter((call) => call.includes('/personal-data'))
      expect(parts.map((call) => call.replace(/.*personal-data/, ''))).toEqual([
        '/projects?after=1',
        '/projects?after=2',
        '/pdfs',
        '/widgets',
        '/connections',
      ])
      const folder = join(services.installation.dataDir, 'blobs', 'content', 'customers', id, fileId)
      const blobs = await until(async () => {
        const found = await readdir(folder)
        return found.length === 1 ? found : null
      }, 'the parts to be deleted')
      const text = await readFile(join(folder, String(blobs[0])), 'utf8')
      expect(Buffer.byteLength(text)).toBe(ready.size)
      const file = JSON.parse(text) as { account: { email: string }; projects: { id: string }[] }
      expect(file.account.email).toBe('mira@example.com')
      expect(file.projects.map((project) => project.id)).toEqual(
        Array.from({ length: pageCount * itemsPerPage }, (_, index) => `project-${index}`),
      )
    } finally {
      link.onFault = () => undefined
      await services.remove()
    }
  })
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../../services/platform/logger.ts'
import { createBookTokens } from '../../services/widgets/tokens.ts'
import { createInstallation, databaseKinds, type Installation } from '../support/database.ts'
import { type RunningServices, startServices } from '../support/services.ts'

describe.each(databaseKinds)('the log of the services, on %s, while the database fails', (kind) => {
  const lines: string[] = []
  const uploadId = randomUUID()
  let installation: Installation
  let services: RunningServices
  let token: string
  let stopToken: string

  beforeAll(async () => {
    installation = await createInstallation(kind)
    const log = createLogger('trace', { write: (line) => void lines.push(line) })
    services = await startServices({ installation, services: ['site', 'storage', 'widgets'], log })
    const tokens = createBookTokens(await services.platform.secrets.readOrMake('books'))
    token = tokens.ofLink(randomUUID())
    stopToken = tokens.ofRecipient(Buffer.alloc(16, 7).toString('base64url'))
    for (const name of ['storage', 'widgets'])
      await sql`alter schema ${sql.ref(name)} rename to ${sql.ref(`${name}_gone`)}`.execute(
        services.platform.database(name),
      )
  })
  afterAll(async () => {
    for (const name of ['storage', 'widgets'])
      await sql`alter schema ${sql.ref(`${name}_gone`)} rename to ${sql.ref(name)}`.execute(
        services.platform.database(name),
      )
    await services.close()
    await installation.remove()
  })

  test.each([
    ['a book', 'GET', () => `/widgets/books/${token}`],
    ['an embedded book', 'GET', () => `/widgets/books/${token}/embed`],
    ['a picture of a book', 'GET', () => `/widgets/books/${token}/pages/1/300.jpg`],
    ['a view of a book', 'POST', () => `/widgets/books/${token}/views`],
    ['a request for no more mails', 'POST', () => `/widgets/books/stop/${stopToken}`],
    ['an upload', 'HEAD', () => `/storage/files/${uploadId}`],
    ['the outcome of an upload', 'GET', () => `/storage/uploads/${uploadId}?accountId=${randomUUID()}`],
  ])('contains the failure of %s, but no secrets', async (_what, method, pathOf) => {
    lines.length = 0
    const response = await fetch(services.url + pathOf(), {
      method,
      headers: { 'tus-resumable': '1.0.0', referer: `${services.url}${pathOf()}` },
    })
    expect(response.status).toBe(500)
    const text = lines.join('')
    expect(text).toContain('request failed')
    for (const secret of [token, stopToken, uploadId]) expect(text).not.toContain(secret)
  })
})

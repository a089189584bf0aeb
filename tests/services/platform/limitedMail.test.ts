import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../services/platform/database.ts'
import type { Database } from '../../../services/platform/databaseTypes.ts'
import { createLimitedMail } from '../../../services/platform/limitedMail.ts'
import { migrate } from '../../../services/platform/migrations.ts'
import type { MailMessage } from '../../../services/platform/platform.ts'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'

const message: MailMessage = { to: 'anna@keepsake.example', from: 'no-reply@keepsake.example', subject: 'S', text: 'T' }

describe.each(databaseKinds)('limited mails, on %s', (kind) => {
  let installation: Installation
  let database: Database
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line)) })

  beforeAll(async () => {
    installation = await createInstallation(kind)
    database = await openDatabase(installation, log)
    await migrate(database, 'platform', new URL('../../../services/platform/migrations/', import.meta.url))
  })
  afterAll(async () => {
    await database.close()
    await installation.remove()
  })

  function createMail(send: () => Promise<void> = async () => undefined) {
    const sent: MailMessage[] = []
    const metrics = new Registry()
    const transport = {
      async send(mail: MailMessage) {
        await send()
        sent.push(mail)
      },
    }
    return { sent, metrics, mail: createLimitedMail({ transport, database, log, metrics, hash: () => 'a hash' }) }
  }

  test('are limited per account, kind and day, even when replicas send at the same time', async () => {
    const [one, other] = [createMail(), createMail()]
    const recipient = { accountId: randomUUID(), kind: 'signInLink', confirmed: true } as const
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? one : other).mail.send(message, recipient)),
    )
    expect(outcomes.toSorted()).toEqual([...Array(3).fill('capped'), ...Array(5).fill('sent')])
    expect(one.sent.length + other.sent.length).toBe(5)
    expect(await one.mail.send(message, { ...recipient, kind: 'reminder' })).toBe('sent')
    expect(await one.mail.send(message, { ...recipient, accountId: randomUUID() })).toBe('sent')
    await database.run(`update platform.mail_counts set day = day - 1`)
    expect(await one.mail.send(message, recipient)).toBe('sent')
    const { accountId } = recipient
    expect(lines.at(-1)).toMatchObject({ kind: 'signInLink', outcome: 'capped', account: 'a hash' })
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${accountId}|anna@`))
    expect(await one.metrics.metrics()).toContain('services_mails_total{kind="reminder",outcome="sent"} 1')
  })

  test('are not sent to an unconfirmed address, except to confirm it', async () => {
    const { mail, sent } = createMail()
    const recipient = { accountId: randomUUID(), confirmed: false }
    for (const kind of ['export', 'reminder', 'signInLink'] as const)
      expect(await mail.send(message, { ...recipient, kind })).toBe('unconfirmed')
    expect(sent).toEqual([])
    expect(await mail.send(message, { ...recipient, kind: 'confirmation' })).toBe('sent')
  })

  test('do not count if the mail server did not accept them', async () => {
    const recipient = { accountId: randomUUID(), kind: 'confirmation', confirmed: false } as const
    const failing = createMail(async () => {
      throw new Error('down')
    })
    for (let tries = 0; tries < 6; tries += 1)
      await expect(failing.mail.send(message, recipient)).rejects.toThrow('down')
    expect(await createMail().mail.send(message, recipient)).toBe('sent')
  })
})

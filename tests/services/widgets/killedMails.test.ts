import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { startSmtpServer, type SmtpServer } from '../../support/smtpServer.ts'
import { book, callAsService, orderOf } from '../orders/orderServices.ts'
import { publicUrl, until } from '../storage/customer.ts'
import { addPictures, linksOf, Reader, share } from './widgetServices.ts'

const recipients = Array.from({ length: 12 }, (_, number) => `reader${number}@example.com`)
/** The numbers of accepted mails after which the process is killed. */
const kills = [2, 7]

describe.each(databaseKinds)('the mails with books of a service that is killed, on %s', (kind) => {
  let smtp: SmtpServer
  let services: KillableServices
  let reader: Reader
  let code: string

  beforeEach(async () => {
    smtp = await startSmtpServer()
    const settings = { SMTP_URL: smtp.url }
    services = await createKillableServices(kind, publicUrl, 'site,customers,photos,orders,widgets', settings)
    await services.start()
    reader = new Reader(services.url, services.issuer)
    await reader.call('GET', '/customers/accounts/getaccountinformation')
    await services.stop()
    const lines = [{ ...book, photoIds: await addPictures(services.installation, reader, 1) }]
    await services.start()
    const order = { body: orderOf(reader, { lines }), key: 'order' }
    const placed = await callAsService(reader, services.installation.dataDir, 'POST', '', order)
    code = `${placed.body.orderCode}-1`
    await reader.untilState(code, 'ready')
  })
  afterEach(async () => {
    await services.remove()
    await smtp.close()
  })

  const messageIds = (email: string) =>
    smtp.mails.filter(({ to }) => to === email).map(({ content }) => /^Message-ID: (.+)$/im.exec(content)?.[1])
  /** The recipients whose links say that their mail was sent. */
  const sent = async (): Promise<string[]> =>
    (await linksOf(reader, code))
      .filter(({ state }: { state: string }) => state === 'sent')
      .map(({ recipientEmail }: { recipientEmail: string }) => recipientEmail)
  const untilAllSent = async (count: number) =>
    until(async () => ((await sent()).length === count ? true : null), 'all mails to be sent')

  test('are all sent, and no link says so before its mail was accepted', async () => {
    const killing = smtp.untilAccepted(kills[0] ?? 0).then(async () => services.kill())
    const acknowledged: string[] = []
    // Calls during the kill fail, so they are not acknowledged.
    for (const email of recipients) {
      const status = await share(reader, code, email).then(
        (answer) => answer.status,
        () => null,
      )
      if (status === 200) acknowledged.push(email)
    }
    await killing
    const sharedOnce = [...acknowledged]
    for (const count of kills.slice(1)) {
      await services.start()
      for (const email of recipients.filter((one) => !acknowledged.includes(one))) {
        if ((await share(reader, code, email)).status === 200) acknowledged.push(email)
      }
      const claimed = await sent()
      for (const email of claimed) expect(messageIds(email)).not.toEqual([])
      await smtp.untilAccepted(count)
      await services.kill()
    }
    await services.start()
    for (const email of await sent()) expect(messageIds(email)).not.toEqual([])
    expect(acknowledged.toSorted()).toEqual(recipients.toSorted())
    await untilAllSent(recipients.length)
    for (const email of sharedOnce) expect(new Set(messageIds(email)).size).toBe(1)
    // Each kill can interrupt one mail of each of the two workers. Such a mail may be sent a second time.
    const doubled = sharedOnce.filter((email) => messageIds(email).length > 1)
    expect(doubled.length).toBeLessThanOrEqual(2 * kills.length)
  })

  test('arrive twice with one Message-ID if the process dies before it learns of the acceptance', async () => {
    smtp.isSilent = true
    await share(reader, code, 'twice@example.com')
    await smtp.untilAccepted(1)
    expect(await sent()).toEqual([])
    await services.kill()
    smtp.isSilent = false
    await services.start()
    await untilAllSent(1)
    const ids = messageIds('twice@example.com')
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
    // Sharing again sends another mail, with another Message-ID.
    await share(reader, code, 'twice@example.com')
    await untilAllSent(1)
    expect(new Set(messageIds('twice@example.com')).size).toBe(2)
  })
})

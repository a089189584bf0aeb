import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { stopClock } from '../../support/stoppedClock.ts'
import { finishSignIn, refresh, tokensFor } from '../identity/visitor.ts'
import { until } from '../storage/customer.ts'
import { type AccountOwner, undoTokenIn } from './accountOwner.ts'
import { DeletionServices } from './deletionServices.ts'

const day = 86_400

/** The status and the code of the answer to a confirmation. */
async function codeOf(who: AccountOwner, token: string) {
  const { status, body } = await who.confirm(token)
  return [status, body.code]
}

describe.each(databaseKinds)('the grace period of a deletion, on %s', (kind) => {
  const services = new DeletionServices(kind, { DELETION_GRACE: String(14 * day) }, ['identity', 'site', 'customers'])

  const stateOf = async ({ id }: AccountOwner) => {
    const { rows } = await sql<{ state: string }>`
      select state from identity.deletions where account_id = ${id}`.execute(services.database)
    return rows[0]?.state ?? null
  }
  const eventsOf = async ({ id }: AccountOwner) => {
    const { rows } = await sql<{ type: string }>`
      select type from platform.events where owner = ${id} order by position`.execute(services.database)
    return rows.map(({ type }) => type)
  }
  const endGrace = async (owner: AccountOwner) => {
    const secret = (await readFile(join(services.dataDir, 'keys', 'operator'), 'utf8')).trim()
    const headers = { 'x-operator-secret': secret }
    return owner.customer.call('POST', '/identity/dev/deletions/due', { body: { email: owner.email }, headers })
  }

  test('begins when the mailed token is confirmed, and ends all sign-ins', async () => {
    const owner = await services.register()
    const token = await owner.requestDeletion()
    expect(await stateOf(owner)).toBe(null)
    const { status, body } = await owner.confirm(token)
    expect(status).toBe(200)
    expect(Date.parse(body.deletesAt) - Date.now()).toBeGreaterThan((14 * day - 60) * 1000)
    expect(Date.parse(body.deletesAt) - Date.now()).toBeLessThan((14 * day + 60) * 1000)
    expect(await stateOf(owner)).toBe('scheduled')
    expect((await refresh(owner.visitor, owner.refreshToken)).status).toBe(400)
    expect(await eventsOf(owner)).toEqual(['account.registered', 'account.deletionScheduled', 'account.sessionsEnded'])
    const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(body.deletesAt),
    )
    const mail = await owner.mailWith('will be deleted on')
    expect(mail.subject).toBe(`Your account will be deleted on ${date}`)
    expect(mail.text).toContain('Sign in before that day')
  })

  test('announces the deletion on a page after a sign-in; only the button of the page undoes it', async () => {
    const owner = await services.register()
    await owner.deleteAccount()
    const { answer } = await owner.enterPassword()
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
    const page = await answer.text()
    expect(page).toContain('Your account will be deleted')
    expect(page).toContain('Undo the deletion')
    expect(await stateOf(owner)).toBe('scheduled')
    expect((await owner.undo()).status).toBe(303)
    expect(await stateOf(owner)).toBe(null)
    expect((await eventsOf(owner)).at(-1)).toBe('account.deletionCancelled')
    expect((await owner.customer.call('GET', owner.path)).body).toEqual({ graceDays: 14, deletesAt: null })
    const mail = await owner.mailWith('Your account will not be deleted')
    expect(mail.text).toContain('Wasn’t it you?')
    await owner.deleteAccount()
    expect(await stateOf(owner)).toBe('scheduled')
  })

  test('is undone only by somebody who has just signed in', async () => {
    const owner = await services.register()
    await owner.deleteAccount()
    const { answer, page } = await owner.enterPassword()
    const token = undoTokenIn(await answer.text())
    for (const wrong of ['', 'made-up', token.toUpperCase()]) {
      const { status } = await owner.visitor.submit(page.replace('?', '/undo?'), { token: wrong })
      expect([wrong, status]).toEqual([wrong, 400])
    }
    expect(await stateOf(owner)).toBe('scheduled')
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await owner.visitor.submit(page.replace('?', '/undo?'), { token }, foreign)).status).toBe(400)
    expect(await stateOf(owner)).toBe('scheduled')
    expect((await owner.visitor.submit(page.replace('?', '/undo?'), { token })).status).toBe(303)
    expect((await owner.visitor.submit(page.replace('?', '/undo?'), { token })).status).toBe(400)
  })

  test('counts the time of the password as the time of the sign-in, not the time of a later undo', async () => {
    const owner = await services.register()
    await owner.deleteAccount()
    const clock = stopClock()
    const { answer, page, request } = await owner.enterPassword()
    const entered = Math.floor(Date.now() / 1000)
    const token = undoTokenIn(await answer.text())
    clock.advance(10 * 60_000)
    const undone = await owner.visitor.submit(page.replace('?', '/undo?'), { token })
    const tokens = await tokensFor(owner.visitor, request.exchange(await finishSignIn(owner.visitor, undone)))
    expect(decodeJwt(tokens.access_token)['auth_time']).toBe(entered)
  })

  test('allows no new account with the e-mail address', async () => {
    const owner = await services.register()
    await owner.deleteAccount()
    expect(await owner.registerAgain()).toBe(422)
    expect(await stateOf(owner)).toBe('scheduled')
  })

  test('refuses another request for a deletion by an access token from before the confirmation', async () => {
    const owner = await services.register()
    const token = await owner.requestDeletion()
    await owner.confirm(token)
    const { status, body } = await owner.customer.call('POST', owner.path, { body: {} })
    expect([status, body.code]).toEqual([403, 'RECENT_SIGN_IN_REQUIRED'])
  })

  test('ends once: an undo and the erasure exclude each other', async () => {
    for (let round = 0; round < 4; round += 1) {
      const owner = await services.register()
      await owner.deleteAccount()
      const { answer, page } = await owner.enterPassword()
      const token = undoTokenIn(await answer.text())
      const [undone] = await Promise.all([
        owner.visitor.submit(page.replace('?', '/undo?'), { token }),
        endGrace(owner),
      ])
      const wasUndone = undone.status === 303
      await until(
        async () => {
          const { rows } = await sql`select from identity.accounts where id = ${owner.id}`.execute(services.database)
          const state = await stateOf(owner)
          if (wasUndone) return rows.length === 1 && state === null ? true : null
          return rows.length === 0 ? true : null
        },
        `the account to be ${wasUndone ? 'kept' : 'erased'}`,
      )
      const events = await eventsOf(owner)
      expect(events.includes('account.deleted') && wasUndone).toBe(false)
    }
  })

  test('cannot be undone after it has ended', async () => {
    const owner = await services.register()
    await owner.deleteAccount()
    const { answer, page } = await owner.enterPassword()
    const token = undoTokenIn(await answer.text())
    expect((await endGrace(owner)).status).toBe(202)
    const late = await owner.visitor.submit(page.replace('?', '/undo?'), { token })
    expect(late.status).toBe(400)
    await services.untilErased(owner)
    expect((await owner.enterPassword()).answer.status).toBe(422)
    expect(await owner.registerAgain()).toBe(303)
  })

  test('ends although the erasure of many other accounts waits for a service', async () => {
    const { database } = services
    await sql`
      with waiting as (
        insert into identity.accounts (id, email, email_key, name)
        select gen_random_uuid(), 'waiting' || number, 'waiting' || number, '' from generate_series(1, 110) as number
        returning id
      )
      insert into identity.deletions (account_id, brand, locale, state, deletes_at, round, round_at, asked_at)
      select id, 'keepsake', 'en-GB', 'erasing', '-infinity', 1, '-infinity', now() from waiting`.execute(database)
    const owner = await services.register()
    await owner.deleteAccount()
    await endGrace(owner)
    await services.untilErased(owner)
    await sql`delete from identity.accounts where email like 'waiting%'`.execute(database)
  })
})

describe.each(databaseKinds)('the link that confirms a deletion, on %s', (kind) => {
  const services = new DeletionServices(kind, { DELETION_GRACE: String(14 * day) }, ['identity', 'site', 'customers'])

  test('works once, within 8 hours, and only for its own account', async () => {
    const [owner, other] = [await services.register(), await services.register()]
    const token = await owner.requestDeletion()
    expect(await codeOf(other, token)).toEqual([403, 'TOKEN_OF_OTHER_ACCOUNT'])
    expect(await codeOf(owner, 'made-up')).toEqual([404, 'TOKEN_UNKNOWN'])
    await sql`update identity.mail_links set expires_at = now() - interval '1 second'
      where account_id = ${owner.id} and kind = 'accountDeletion'`.execute(services.database)
    expect(await codeOf(owner, token)).toEqual([410, 'TOKEN_EXPIRED'])
    const second = await owner.requestDeletion()
    await sql`update identity.mail_links set used_at = now() where account_id = ${owner.id}`.execute(services.database)
    expect(await codeOf(owner, second)).toEqual([410, 'TOKEN_USED'])
    const { rows } = await sql`select from identity.deletions`.execute(services.database)
    expect(rows).toEqual([])
  })

  test('is valid for 8 hours, and only its digest is stored', async () => {
    const owner = await services.register()
    const token = await owner.requestDeletion()
    const { rows } = await sql<{ id: string; hours: number }>`
      select id, extract(epoch from expires_at - now())::double precision / 3600 as hours from identity.mail_links
      where account_id = ${owner.id} and kind = 'accountDeletion'`.execute(services.database)
    expect(rows.length).toBe(1)
    expect(rows[0]?.id).not.toContain(token)
    expect(rows[0]?.hours).toBeGreaterThan(7.9)
    expect(rows[0]?.hours).toBeLessThanOrEqual(8)
  })

  test('is mailed at most five times a day', async () => {
    const owner = await services.register()
    for (let mail = 1; mail <= 5; mail += 1) await owner.requestDeletion()
    const { status, body, headers } = await owner.customer.call('POST', owner.path, { body: { channel: 'k' } })
    expect([status, body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('cannot be guessed: after a few wrong tokens, the next one has to wait', async () => {
    const owner = await services.register()
    const statuses = []
    for (let attempt = 0; attempt < 40; attempt += 1) statuses.push((await owner.confirm(`wrong-${attempt}`)).status)
    expect(statuses).toContain(429)
  })

  test('needs a sign-in of the last five minutes, and the customer’s own identity in the URL', async () => {
    const [owner, other] = [await services.register(), await services.register()]
    const old = await owner.tokenOfAge(services.platform, 301)
    const request = { method: 'POST', headers: { authorization: `Bearer ${old}`, 'content-type': 'application/json' } }
    const answer = await fetch(`${services.url}${owner.path}`, { ...request, body: '{}' })
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'RECENT_SIGN_IN_REQUIRED'])
    for (const path of [other.path, owner.path.replace('keepsake', 'google')]) {
      expect((await owner.customer.call('POST', path, { body: {} })).status).toBe(404)
      expect((await owner.customer.call('GET', path)).status).toBe(404)
      expect((await owner.customer.call('POST', `${path}/token/actions/confirm`)).status).toBe(404)
    }
    expect(await other.mails()).toEqual((await other.mails()).filter(({ text }) => !text.includes('deletion')))
  })
})

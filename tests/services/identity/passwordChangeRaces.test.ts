import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { changePassword } from '../../../services/identity/passwordChange.ts'
import { databaseKinds } from '../../support/database.ts'
import { stopClock } from '../../support/stoppedClock.ts'
import { until } from '../storage/customer.ts'
import { changeKit, type Customer, password as oldPassword } from './emailChangeKit.ts'
import { sentMails } from './outbox.ts'
import { filled, newPassword, noticesTo, openPage, wrongPassword } from './passwordChangeSteps.ts'
import { ownAddress, type RunningIdentity, startIdentity } from './support.ts'
import { locationOf, refresh, signInAs } from './visitor.ts'

describe.each(databaseKinds)('a change of the password that meets another one or a failure, on %s', (kind) => {
  let identity: RunningIdentity
  beforeAll(async () => {
    identity = await startIdentity({ kind, demo: false })
  })
  afterAll(async () => identity.close())

  const kit = changeKit(() => identity)
  const stranger = () => identity.visitor(ownAddress())

  test('a form that is sent twice at once succeeds twice, changes the password once, and mails once', async () => {
    const owner = await kit.customer()
    const page = await openPage(owner.visitor)
    const enqueue = vi.spyOn(identity.platform.jobs, 'enqueue')
    const answers = await Promise.all([filled, filled].map((form) => owner.visitor.submit(page, form)))
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(new Set(answers.map(locationOf)).size).toBe(1)
    // Sent again before the browser has followed the answer.
    expect(locationOf(await owner.visitor.submit(page, filled))).toBe(locationOf(answers[0] ?? Response.error()))
    const back = new URL(locationOf(await owner.visitor.get(locationOf(answers[0] ?? Response.error()))))
    expect(back.searchParams.get('code')).toBeTruthy()
    expect((await owner.visitor.submit(page, filled)).status).toBe(400)
    expect(enqueue.mock.calls.filter(([, queue]) => queue === 'identity.password-mail')).toHaveLength(1)
    enqueue.mockRestore()
  })

  test('two tabs with different new passwords: the first wins, and the other page has expired', async () => {
    const owner = await kit.customer()
    const pages = [await openPage(owner.visitor), await openPage(owner.visitor)]
    expect((await owner.visitor.submit(pages[0] ?? '', filled)).status).toBe(303)
    const late = await owner.visitor.submit(pages[1] ?? '', { ...filled, password: wrongPassword })
    expect(late.status).toBe(400)
    expect(await late.text()).toContain('This page has expired')
    expect(await kit.canSignIn(owner.email, newPassword)).toBe(true)
  })

  test('two browsers at once: one changes the password, and the other one is signed out', async () => {
    const owner = await kit.customer()
    const other = stranger()
    await signInAs(other, { email: owner.email, password: oldPassword })
    const [mine, theirs] = [await openPage(owner.visitor), await openPage(other)]
    const answers = await Promise.all([
      owner.visitor.submit(mine, filled),
      other.submit(theirs, { ...filled, password: wrongPassword }),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted((left, right) => left - right)).toEqual([303, 400])
    const winner = statuses[0] === 303 ? newPassword : wrongPassword
    expect(await kit.canSignIn(owner.email, winner)).toBe(true)
  })

  test('a reset at the same moment: exactly one of the two passwords signs in', async () => {
    const owner = await kit.customer()
    await stranger().submit('/identity/password-reset?client=keepsake-web', { email: owner.email })
    const link = await until(async () => {
      const texts = (await sentMails(identity)).filter(({ to }) => to === owner.email).map(({ text }) => text)
      return /http\S+\/identity\/password-reset\/\S+/.exec(texts.join('\n'))?.[0] ?? null
    }, 'the link that resets the password')
    const page = await openPage(owner.visitor)
    const [changed, reset] = await Promise.all([
      owner.visitor.submit(page, filled),
      stranger().submit(link, { password: wrongPassword }),
    ])
    expect([changed.status === 303, reset.status === 200].filter(Boolean)).toHaveLength(1)
    const works = await Promise.all([newPassword, wrongPassword].map((each) => kit.canSignIn(owner.email, each)))
    expect(works).toEqual([changed.status === 303, reset.status === 200])
  })

  test('the service ends after the change, and before its answer: the new password signs in, even in this browser', async () => {
    const clock = stopClock()
    const owner = await kit.customer()
    const page = await openPage(owner.visitor)
    clock.advance(1_000)
    await changeWithoutAnswer(owner, page)
    // The customer chooses another password, which is refused, and then gives up.
    expect((await owner.visitor.submit(page, { ...filled, password: wrongPassword })).status).toBe(422)
    const left = await owner.visitor.submit(page, { skip: 'yes' })
    const signInPage = locationOf(await owner.visitor.get(locationOf(left)))
    expect(signInPage).toContain('/identity/interaction/')
    const credentials = { email: owner.email, password: newPassword }
    expect((await owner.visitor.submit(signInPage, credentials)).status).toBe(303)
    expect((await refresh(owner.visitor, owner.tokens.refresh_token)).status).toBe(400)
  })

  test('the service ends after the change, and before its answer: the same form succeeds when it is sent again', async () => {
    const owner = await kit.customer()
    const page = await openPage(owner.visitor)
    await changeWithoutAnswer(owner, page)
    const again = await owner.visitor.submit(page, filled)
    expect(again.status).toBe(303)
    const back = new URL(locationOf(await owner.visitor.get(locationOf(again))))
    expect(back.searchParams.get('code')).toBeTruthy()
    await expect.poll(async () => noticesTo(identity, owner.email)).toHaveLength(1)
    // A page that was opened after the change has another form.
    await identity.database
      .updateTable('accounts')
      .set({ password_changed_at: new Date(Date.now() - 60_000) })
      .where('id', '=', owner.id)
      .execute()
    expect((await owner.visitor.submit(await openPage(owner.visitor), filled)).status).toBe(422)
  })

  /** What is left if the process ends between the change and the answer. */
  async function changeWithoutAnswer(owner: Customer, page: string): Promise<void> {
    const account = await identity.database
      .selectFrom('accounts')
      .select(['id', 'password_hash as passwordHash'])
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow()
    const session = String(decodeJwt(owner.tokens.access_token)['sid'])
    const interaction = /interaction\/([^/]+)/.exec(page)?.[1] ?? ''
    await changePassword(identity, {
      account,
      newPassword,
      kept: { session, interaction },
      place: { brand: 'keepsake', locale: 'en-GB', client: 'keepsake-web' },
    })
  }
})

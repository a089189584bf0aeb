import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { until } from '../storage/customer.ts'
import { mailsTo, sentMails } from './outbox.ts'
import { ownAddress, type RunningIdentity } from './support.ts'
import { openSignIn, signInAs, type TokenAnswer, type Visitor } from './visitor.ts'

export const password = 'three green boats'
export const newEmail = () => `nora.${randomUUID()}@example.com`

export interface Customer {
  readonly id: string
  readonly email: string
  readonly visitor: Visitor
  readonly tokens: TokenAnswer
  readonly address: Readonly<Record<string, string>>
}

/** The steps that tests of changed e-mail addresses share. @param running returns the services of the test */
export function changeKit(running: () => RunningIdentity) {
  /** Registers an account, confirms its address unless told otherwise, and signs in. */
  async function customer({ isConfirmed = true } = {}): Promise<Customer> {
    const email = `mira.${randomUUID()}@example.com`
    const address = ownAddress()
    const visitor = running().visitor(address)
    const page = (await openSignIn(visitor)).replace('?', '/registration?')
    await visitor.submit(page, { name: 'Mira', email, password, terms: 'yes' })
    if (isConfirmed) {
      const state = { email_state: 'confirmed' } as const
      await running().database.updateTable('accounts').set(state).where('email', '=', email).execute()
    }
    const tokens = await signInAs(visitor, { email, password })
    return { id: decodeJwt(tokens.access_token).sub ?? '', email, visitor, tokens, address }
  }

  /** @param subpath the path after `/emailchanges` */
  async function call(
    { id, tokens, address }: Pick<Customer, 'id' | 'tokens' | 'address'>,
    method: string,
    subpath = '',
    { body, path }: { body?: unknown; path?: string } = {},
  ): Promise<{ status: number; body: Readonly<Record<string, string>>; retryAfter: string | null }> {
    const answer = await fetch(
      `${running().url}/identity/v2/identities/${path ?? `keepsake/${id}`}/emailchanges${subpath}`,
      {
        method,
        headers: {
          authorization: `Bearer ${tokens.access_token}`,
          ...address,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
    )
    const text = await answer.text()
    const retryAfter = answer.headers.get('retry-after')
    return { status: answer.status, body: text === '' ? {} : JSON.parse(text), retryAfter }
  }
  const request = (owner: Customer, email: string) => call(owner, 'POST', '', { body: { email, channel: 'web' } })
  const confirm = (owner: Customer, token: string) => call(owner, 'POST', `/${token}/actions/confirm`)

  async function tokenMailedTo(email: string, count = 1): Promise<string> {
    const mail = (await mailsTo(running(), email, count)).at(-1)
    return /change-email-confirmation\?confirmation-token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }

  /** The link that reverts a change, from the mail to the old address. Other mails may arrive before or after it. */
  async function revertLink(email: string): Promise<string> {
    return until(async () => {
      const texts = (await sentMails(running())).filter(({ to }) => to === email).map(({ text }) => text)
      return /http\S+\/identity\/email-revert\/\S+/.exec(texts.join('\n'))?.[0] ?? null
    }, `the link in the mail to ${email}`)
  }

  /** Changes the address, and returns the new one. */
  async function change(owner: Customer): Promise<string> {
    const email = newEmail()
    expect((await request(owner, email)).status).toBe(201)
    expect(await confirm(owner, await tokenMailedTo(email))).toMatchObject({ status: 200, body: { email } })
    return email
  }

  async function eventsOf(id: string) {
    const { rows } = await sql<{ type: string; data: Record<string, string> }>`
      select type, data from platform.events where owner = ${id} and type like 'account.%' order by position`.execute(
      running().database,
    )
    return rows
  }
  const canSignIn = async (email: string, secret = password) => {
    const visitor = running().visitor(ownAddress())
    return (await visitor.submit(await openSignIn(visitor), { email, password: secret })).status === 303
  }

  return { customer, call, request, confirm, tokenMailedTo, revertLink, change, eventsOf, canSignIn }
}

import { beforeEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { anna } from '../support/tokens.ts'

const gateway = setUpGateway({ UPSTREAM_TIMEOUT: '2000' })

beforeEach(() => gateway.upstreams.clearWork())

const read = async () => (await gateway.ask('{ viewer { email mayReceiveMail } }')).data.viewer.mayReceiveMail

describe('Viewer.mayReceiveMail', () => {
  test.each([
    ['unconfirmed', false],
    ['assumed', true],
    ['confirmed', true],
  ])('for an address in the state %s is %s', async (state, mayReceiveMail) => {
    gateway.upstreams.work(anna).email.state = state
    expect(await read()).toBe(mayReceiveMail)
  })

  test.each([404, 500])('is null if identity answers %i', async (status) => {
    gateway.upstreams.fail('/identity/email', { kind: 'status', status })
    expect(await read()).toBeNull()
  })
})

describe('sendConfirmationMail', () => {
  const mutation = `mutation { sendConfirmationMail(input: { locale: "de-DE" }) {
    __typename ... on SendConfirmationMailSuccess { email } ... on UserError { code } ... on MailLimitReached { retryAt } } }`
  const retryAt = '2026-03-16T00:00:00.000Z'

  test.each([
    [
      { outcome: 'sent', retryAt: null },
      { __typename: 'SendConfirmationMailSuccess', email: 'a@example.com' },
    ],
    [
      { outcome: 'capped', retryAt },
      { __typename: 'MailLimitReached', code: 'MAIL_LIMIT_REACHED', retryAt },
    ],
    [
      { outcome: 'refused', retryAt: null },
      { __typename: 'MailRefused', code: 'MAIL_REFUSED' },
    ],
    [
      { outcome: 'confirmed', retryAt: null },
      { __typename: 'EmailConfirmed', code: 'EMAIL_CONFIRMED' },
    ],
  ])('returns the type that belongs to the answer %j of identity', async (answer, result) => {
    gateway.upstreams.work(anna).email.sent = answer
    const { data, errors } = await gateway.ask(mutation)
    expect([data.sendConfirmationMail, errors]).toEqual([result, []])
    expect(gateway.upstreams.calls.map(({ body }) => body)).toContainEqual({ locale: 'de-DE' })
  })

  test('sends only one request and fails if the mail server is unavailable', async () => {
    gateway.upstreams.fail('/identity/email/confirmation', { kind: 'status', status: 503 })
    const { errors } = await gateway.ask(mutation)
    expect(errors[0]?.extensions?.code).toBe('UPSTREAM_UNAVAILABLE')
    expect(gateway.upstreams.pathsOf('identity').filter((path) => path.includes('confirmation'))).toHaveLength(1)
  })
})

import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts, demoPassword } from '../../../services/platform/demo.ts'
import { ownAddress, type RunningIdentity, startIdentity } from './support.ts'
import { finishSignIn, locationOf, signInAs, SignInRequest, tokensFor, type Visitor } from './visitor.ts'

const [anna] = demoAccounts
const credentials = { email: anna.email, password: demoPassword }
let identity: RunningIdentity

beforeAll(async () => {
  identity = await startIdentity()
})

afterAll(async () => identity.close())

describe('a request that offers a registration', () => {
  test('leads the new customer back to the site', async () => {
    const [visitor, request] = [identity.visitor(ownAddress()), new SignInRequest()]
    const email = `${randomUUID()}@example.com`
    const form = { name: 'Mira Holt', email, password: 'three green boats', terms: 'yes' }
    const code = await finishSignIn(visitor, await visitor.submit(await openRegistration(visitor, request), form))
    expect(decodeJwt((await tokensFor(visitor, request.exchange(code))).id_token)).toMatchObject({ email })
  })

  test.each(['signed out', 'signed in'])('lets a customer sign in instead, in a browser that is %s', async (state) => {
    const [visitor, request] = [identity.visitor(), new SignInRequest()]
    if (state === 'signed in') await signInAs(visitor, credentials)
    const signIn = (await openRegistration(visitor, request)).replace('/registration?', '?')
    expect((await visitor.get(signIn)).status).toBe(200)
    const code = await finishSignIn(visitor, await visitor.submit(signIn, credentials))
    expect(decodeJwt((await tokensFor(visitor, request.exchange(code))).id_token)).toMatchObject({ email: anna.email })
  })
})

/** Opens the registration page. Returns its address. */
async function openRegistration(visitor: Visitor, request: SignInRequest): Promise<string> {
  const page = locationOf(await visitor.get(locationOf(await visitor.get(request.url({ prompt: 'create' })))))
  expect(page).toContain('/registration?')
  expect((await visitor.get(page)).status).toBe(200)
  return page
}

import { randomUUID } from 'node:crypto'
import { writeAccounts } from '../../../services/customers/accounts.ts'
import type { Answer, Customer } from '../storage/customer.ts'
import type { CustomerServices } from './support.ts'

/** The statuses of answers, the lowest first. */
export function sortedStatuses(answers: readonly Answer[]): number[] {
  return answers.map(({ status }) => status).toSorted((one, other) => one - other)
}

type CallOptions = NonNullable<Parameters<Customer['call']>[2]>

/** The claims of a business account. The case of the authentication method does not matter. */
const businessClaims = { auth_method: 'B2b' }

/** A business customer that has just signed in. */
export interface Business {
  readonly id: string
  readonly email: string
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /**
   * Makes the call with a token that says when the password was entered (s since 1970); undefined: the token does not
   * say.
   */
  callSignedInAt(seconds: number | undefined, method: string, path: string, options?: CallOptions): Promise<Answer>
  /** Changes the status of the account, as the operator does. */
  setStatus(status: string): Promise<{ readonly status: number; readonly body: unknown }>
}

/** The details of a business account that misses nothing. */
export const completeDetails = {
  firstName: 'Nora',
  lastName: 'Lindqvist',
  phone: '+493090182030',
  locale: 'de-DE',
  company: 'Studio Süd',
  vatId: 'DE123456789',
}

/** Adds a business account, and returns its customer. */
export async function newBusiness(services: CustomerServices): Promise<Business> {
  const id = randomUUID()
  const email = `${id}@example.com`
  const facts = { name: 'Studio Süd', locale: 'de-DE', brand: null, confirmed: true, business: true }
  await writeAccounts(services.database, [{ ...facts, id, email, registered: new Date().toISOString() }])
  const customer = services.newCustomer(id)
  const callSignedInAt: Business['callSignedInAt'] = async (seconds, method, path, options = {}) => {
    const token = await customer.token({ claims: { ...businessClaims, email, auth_time: seconds } })
    return customer.call(method, path, {
      ...options,
      headers: { ...options.headers, authorization: `Bearer ${token}` },
    })
  }
  return {
    id,
    email,
    callSignedInAt,
    call: (...call) => callSignedInAt(Math.floor(Date.now() / 1_000), ...call),
    async setStatus(status) {
      const answer = await services.operate('business-accounts', { email, status })
      return { status: answer.status, body: await answer.json() }
    },
  }
}

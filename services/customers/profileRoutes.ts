import { z } from 'zod'
import { checkCallbackUrl, demoReceiver } from '../../schema/rules/callbackUrl.ts'
import { accountOf, isBusiness } from '../platform/access.ts'
import { Problem } from '../platform/problems.ts'
import { testCallback } from './callbackTests.ts'
import { deliveryOutcomes } from './noticeDelivery.ts'
import { changeCallback, changeDetails, type Profile, readProfile, requireBusiness } from './profiles.ts'
import { businessStatuses, callbackFormats, type CustomersTables } from './tables.ts'
import { etagOf, versionHeader } from './versions.ts'
import type { Kysely } from 'kysely'
import type { ServiceApp } from '../platform/contract.ts'
import type { Account, Platform } from '../platform/platform.ts'

const text = z.string().nullable()
const customerSchema = z
  .object({
    accountId: z.uuid(),
    email: z.string(),
    firstName: text,
    lastName: text,
    phone: text.describe('In E.164 form, such as `+31612345678`.'),
    dateOfBirth: text.describe('Such as `1990-12-31`.'),
    locale: text.describe('The language of mails, such as `nl-NL`.'),
    company: text,
    vatId: text,
    registrationNumber: text,
    businessAccountStatus: z
      .enum(businessStatuses)
      .nullable()
      .describe(
        '`Default`: details are missing. `New`: details are complete, but not validated yet. Null for a private account.',
      ),
    callbackUrl: text,
    callbackFormat: z.enum(callbackFormats).nullable(),
    version: z.number().int().describe('Changes with every change of the other fields.'),
  })
  .meta({ id: 'Customer' })

/** Longer texts are refused before the rules of the field are applied. */
const typed = z.string().max(200).nullish()
const missing = { 404: ['NOT_FOUND'] }

const read = {
  summary: 'Reads the profile of the customer',
  description:
    '404 if the account is deleted or marked for deletion. If the profile was never changed, its names and its language are those from the ' +
    'registration.',
  response: { 200: customerSchema },
  problems: missing,
}

const replace = {
  summary: 'Replaces the details of the customer',
  description:
    'Removes the fields that are left out. Ignores fields that the account cannot have, such as the business details of a private account. `If-Match` is optional and contains the ' +
    'version of the profile. If nothing changes, the answer is 200, even for an older version. Therefore, a repeated request succeeds. Names, ' +
    'company and VAT ID can be changed, but not removed.',
  headers: versionHeader,
  body: z.object({
    firstName: typed,
    lastName: typed,
    phone: typed,
    dateOfBirth: typed,
    locale: typed,
    company: typed,
    vatId: typed,
    registrationNumber: typed,
  }),
  response: { 200: customerSchema },
  problems: { ...missing, 400: ['INVALID_DETAILS'], 403: ['ACCOUNT_BLOCKED'], 412: ['CUSTOMER_CHANGED'] },
}

const patchCallback = {
  summary: 'Changes the FTP integration of a business account',
  description:
    'A field that is left out stays as it is. The URL must have https, port 443 or 8443, and a public host. Null ends the integration. ' +
    'This requires a sign-in that is at most 5 minutes old.',
  headers: versionHeader,
  body: z.object({
    callbackUrl: z.string().max(1_000).nullish(),
    callbackFormat: z.enum(callbackFormats).nullish(),
  }),
  response: { 200: customerSchema },
  problems: {
    ...missing,
    400: ['INVALID_CALLBACK'],
    403: ['BUSINESS_ONLY', 'ACCOUNT_BLOCKED', 'RECENT_SIGN_IN_REQUIRED'],
    412: ['CUSTOMER_CHANGED'],
  },
}

const test = {
  summary: 'Sends a sample delivery notice to the callback of a business account',
  description:
    'The answer is 200, whatever the receiver has answered: see `outcome`. Redirects are not followed. An account may request 10 tests per hour. Our addition to ' +
    'the specification.',
  headers: versionHeader,
  response: {
    200: z.object({
      outcome: z.enum(deliveryOutcomes),
      callbackUrl: z.string(),
      callbackFormat: z.enum(callbackFormats),
      httpStatus: z.number().int().nullable(),
      duration: z.number().int().describe('In ms.'),
      text: z.string().nullable().describe('The beginning of the answer, at most 300 characters.'),
    }),
  },
  problems: {
    ...missing,
    403: ['BUSINESS_ONLY', 'ACCOUNT_BLOCKED'],
    409: ['CALLBACK_NOT_SET'],
    412: ['CUSTOMER_CHANGED'],
    429: ['TOO_MANY_TESTS'],
  },
}

/** Registers the routes by which customers read and change their profile. */
export function registerProfileRoutes(app: ServiceApp, platform: Platform, database: Kysely<CustomersTables>): void {
  app.get('/customers/me', { schema: read }, async (request, reply) => {
    const account = accountOf(request)
    const profile = await readProfile(database, account)
    return reply.header('etag', etagOf(profile)).send(toWire(account, profile))
  })

  app.put('/customers/me', { schema: replace }, async (request, reply) => {
    const account = accountOf(request)
    const profile = await changeDetails(database, account, request.body, request.headers['if-match'])
    return reply.header('etag', etagOf(profile)).send(toWire(account, profile))
  })

  app.patch('/customers/me', { schema: patchCallback }, async (request, reply) => {
    const account = accountOf(request)
    requireBusiness(account)
    const { callbackUrl, callbackFormat } = request.body
    const changes = {
      ...(callbackUrl !== undefined && { callbackUrl: callbackUrl && checkedUrl(callbackUrl, platform) }),
      ...(callbackFormat !== undefined && { callbackFormat }),
    }
    const profile = await changeCallback(database, account, changes, request.headers['if-match'])
    return reply.header('etag', etagOf(profile)).send(toWire(account, profile))
  })

  app.post('/customers/me/callback/test', { schema: test }, async (request) => {
    const account = accountOf(request)
    requireBusiness(account)
    return testCallback(platform, database, account, request.headers['if-match'])
  })
}

/** @throws a 400 problem if the URL is not allowed */
function checkedUrl(url: string, { config }: Pick<Platform, 'config'>): string {
  if (config.demo && url === demoReceiver) return url
  const checked = checkCallbackUrl(url)
  if ('url' in checked) return checked.url
  throw new Problem(400, 'INVALID_CALLBACK', `The callback URL is not allowed: ${checked.problem}.`)
}

function toWire(account: Account, { businessStatus, ...profile }: Profile) {
  const businessAccountStatus = isBusiness(account) ? businessStatus : null
  return { accountId: account.id, email: account.email, ...profile, businessAccountStatus }
}

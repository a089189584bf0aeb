import {
  cleanDetail,
  type CustomerField,
  type CustomerFieldProblem,
  customerFields,
  detailProblems,
} from '../../../schema/rules/customerDetails.ts'
import { phoneNumberOf } from '../../../schema/rules/phoneNumbers.ts'
import type { GatewayContext } from '../../context.ts'
import type { CustomerRefusal } from '../../upstream/customers/customersClient.ts'
import { checkVersion } from '../shared/versions.ts'
import type { CustomerModel } from './models.ts'

/** Details of a form. A field that is left out stays as it is; null removes the value. */
type TypedDetails = { readonly [Field in CustomerField]?: string | null | undefined } & {
  readonly version?: string | null | undefined
}

/** The changed profile, or why it was not changed. */
type Changed =
  | { readonly customer: CustomerModel }
  | { readonly problems: readonly CustomerFieldProblem[] }
  | { readonly refusal: Exclude<CustomerRefusal, 'invalid'> }

/**
 * Maximum number of attempts to make a change without a version. The change is repeated if the profile changes between
 * the read and the write.
 */
const maximumAttempts = 3
const languageTag = /^[a-z]{2}-[A-Z]{2}$/

/**
 * Changes details of the viewer's profile. The service replaces whole profiles, so the other fields are read first, and
 * sent back as they are.
 */
export async function changeDetails(typed: TypedDetails, context: GatewayContext): Promise<Changed> {
  const version = checkVersion(typed.version)
  for (let attempt = 1; ; attempt += 1) {
    const changed = await changeOnce(typed, version, context)
    context.loaders.forget()
    const isOutdated = 'refusal' in changed && changed.refusal === 'changedMeanwhile'
    if (!isOutdated || version !== null || attempt === maximumAttempts) return changed
  }
}

async function changeOnce(typed: TypedDetails, version: string | null, context: GatewayContext): Promise<Changed> {
  const { customers, loaders, now } = context
  const customer = await loaders.customer()
  if (!customer) return { refusal: 'notFound' }
  const changes = cleanChanges(typed, customer)
  const rules = {
    // Only the form of the tag is checked here: the service knows the languages of the brands.
    locales: changes.locale && languageTag.test(changes.locale) ? [changes.locale] : [],
    today: new Date(now()).toISOString().slice(0, 10),
    phoneNumberOf,
  }
  const problems = detailProblems(changes, rules)
  if (problems.length > 0) return { problems }
  const written = await customers.replace({ ...customer, ...changes }, version ?? customer.version ?? null)
  if (written === 'invalid') return { problems: [] }
  if (typeof written === 'string') return { refusal: written }
  loaders.forget()
  const changed = await loaders.customer()
  return changed ? { customer: changed } : { refusal: 'notFound' }
}

function cleanChanges(typed: TypedDetails, customer: CustomerModel): { [Field in CustomerField]?: string | null } {
  const locale = typed.locale ?? customer.locale ?? null
  const given = customerFields.flatMap((field): [CustomerField, string | null][] => {
    const text = typed[field]
    return text === undefined ? [] : [[field, cleanDetail(field, text, locale, { phoneNumberOf })]]
  })
  return Object.fromEntries(given)
}

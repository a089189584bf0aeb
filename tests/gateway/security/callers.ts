import { serviceHeader } from '../../../services/platform/serviceCalls.ts'
import { businessClaims } from '../../support/invoices.ts'
import { type TokenIssuer, anna, bram } from '../../support/tokens.ts'
import type { Operation } from './operation.ts'

/** A customer who participates in one of Anna's albums. */
export const cees = '018f3c1a-0000-7000-8000-00000000000c'

/** One column of the authorization table. */
export interface TableCaller {
  /** The column with the results that this caller must get. */
  readonly answeredAs: Exclude<keyof Operation, 'kind' | 'query'>
  /** Undefined for callers without a token. */
  issue?(tokens: TokenIssuer): Promise<string>
  /** Headers with secrets that the services accept, but not the gateway. */
  readonly headers?: Readonly<Record<string, string>>
}

const operatorSecret = { 'x-operator-secret': 'secret of an operator' }
const serviceSecret = { [serviceHeader]: 'secret of a service' }

/** The callers by their role. Callers with invalid credentials are in credentials.ts. */
export const callers: Readonly<Record<string, TableCaller>> = {
  'the owner': { answeredAs: 'own', issue: (tokens) => tokens.issue(anna) },
  'another account': { answeredAs: 'ofBram', issue: (tokens) => tokens.issue(bram) },
  'a participant of an album': { answeredAs: 'ofCees', issue: (tokens) => tokens.issue(cees) },
  'an anonymous caller': { answeredAs: 'anonymous' },
  'the owner, with a business account': {
    answeredAs: 'ownOfBusiness',
    issue: (tokens) => tokens.issue(anna, businessClaims),
  },
  'another account, of a business': {
    answeredAs: 'ofBramsBusiness',
    issue: (tokens) => tokens.issue(bram, businessClaims),
  },
  // Tokens do not say that a business is blocked, but profiles do: see tests/gateway/customers/profiles.ts.
  'the owner, with a blocked business account': {
    answeredAs: 'ownOfBusiness',
    issue: (tokens) => tokens.issue(anna, businessClaims),
  },
  // Operators and services call the services directly. At the gateway, their secrets give no access.
  'an operator': { answeredAs: 'anonymous', headers: operatorSecret },
  'a service': { answeredAs: 'anonymous', headers: serviceSecret },
  'another account, with both secrets': {
    answeredAs: 'ofBram',
    issue: (tokens) => tokens.issue(bram),
    headers: { ...operatorSecret, ...serviceSecret },
  },
}

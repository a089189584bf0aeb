import { globalId } from '../../support/globalIds.ts'
import { anna, bram } from '../../support/tokens.ts'
import type { Upstreams } from '../../support/upstream.ts'
import { buildMethod } from '../../support/upstreamPayments.ts'
import { type Operation, unauthenticated } from './operation.ts'

const setup = 'setup-of-anna'

/** Gives Anna a card and an ended setup, and Bram a direct debit. */
export function fillPayments(upstreams: Upstreams): void {
  upstreams.clearPayments()
  upstreams.payments(anna).method = buildMethod('card-of-anna')
  upstreams.payments(anna).outcomes.set(setup, 'stored')
  upstreams.payments(bram).method = buildMethod('debit-of-bram', { kind: 'directDebit', lastDigits: '9999' })
}

/** Anna's payment method. */
export function paymentsOf(upstreams: Upstreams): unknown {
  return upstreams.payments(anna).method?.id
}

/** Anna's payment method while it is unchanged. */
export const untouchedPayments = 'card-of-anna'

/** The id of Anna's payment method. */
export const paymentIds = { paymentMethod: globalId('PaymentMethod', 'card-of-anna') } as const

/** Fields of the viewer. */
export const viewerFields = 'paymentMethods { stored { lastDigits } allowedKinds }'

const allowedKinds = ['CARD', 'DIRECT_DEBIT']

/** The expected results for each customer. */
export const shownPayments = {
  anna: { paymentMethods: { stored: { lastDigits: '4242' }, allowedKinds } },
  bram: { paymentMethods: { stored: { lastDigits: '9999' }, allowedKinds } },
  cees: { paymentMethods: { stored: null, allowedKinds } },
} as const

/** The fields requested from a payment method, and the expected result for Anna. */
export const nodeFields = '... on PaymentMethod { lastDigits }'
export const ownNode = { lastDigits: '4242' } as const

const notFound = { code: 'NOT_FOUND' }
const started = { startPaymentMethodSetup: { pageUrl: 'https://pay.test/setup-1' } }

/** The operations on payment methods, by root field. */
export const paymentOperations: Record<string, Operation> = {
  // Each customer starts a setup of their own.
  'Mutation.startPaymentMethodSetup': {
    kind: 'mutation',
    query: `mutation { startPaymentMethodSetup(input: { locale: "en-GB" }) {
      ... on StartPaymentMethodSetupSuccess { pageUrl } ... on UserError { code } } }`,
    own: started,
    ofBram: started,
    ofCees: started,
    anonymous: unauthenticated,
  },
  'Mutation.completePaymentMethodSetup': {
    kind: 'mutation',
    query: `mutation { completePaymentMethodSetup(input: { setup: "${setup}" }) {
      ... on CompletePaymentMethodSetupSuccess { outcome } ... on UserError { code } } }`,
    own: { completePaymentMethodSetup: { outcome: 'STORED' } },
    ofBram: { completePaymentMethodSetup: notFound },
    ofCees: { completePaymentMethodSetup: notFound },
    anonymous: unauthenticated,
  },
  'Mutation.removePaymentMethod': {
    kind: 'mutation',
    query: `mutation ($paymentMethod: ID!) { removePaymentMethod(input: { paymentMethodId: $paymentMethod }) {
      ... on RemovePaymentMethodSuccess { isConfirmed } ... on UserError { code } } }`,
    own: { removePaymentMethod: { isConfirmed: true } },
    ofBram: { removePaymentMethod: notFound },
    ofCees: { removePaymentMethod: notFound },
    anonymous: unauthenticated,
  },
}

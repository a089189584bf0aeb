import { anna } from '../../support/tokens.ts'
import type { Upstreams } from '../../support/upstream.ts'
import { type Operation, unauthenticated } from './operation.ts'

/** The new address to which Anna has requested a change. */
const newAddress = 'anna.new@example.com'

/** Gives Anna a pending change of her e-mail address, and a grace period other than the default of 14 days. */
export function fillAccount(upstreams: Upstreams): void {
  const { email, deletion } = upstreams.work(anna)
  email.change = { email: newAddress, until: '2026-03-15T18:00:00Z' }
  Object.assign(deletion, { graceDays: 21, linksCount: 0, deletesAt: null })
}

/** The pending change of Anna's address, and the state of the deletion of her account. */
export function accountOf(upstreams: Upstreams): unknown {
  const { email, deletion } = upstreams.work(anna)
  return [email.change?.email, deletion.linksCount, deletion.deletesAt]
}

/** What `accountOf` returns while no operation has changed Anna's account. */
export const untouchedAccount = [newAddress, 0, null]

/** Fields of the viewer. */
export const viewerFields = `emailChange { email }
  accountDeletion { graceDays photosCount sharedAlbumsCount projectsCount openOrdersCount keptInvoices { count } }`

/**
 * What Anna and Bram lose and keep: one thing of each kind. They are in no albums of others. Their photos are added
 * below.
 */
const oneOfEach = { sharedAlbumsCount: 0, projectsCount: 1, openOrdersCount: 1, keptInvoices: { count: 1 } }
const nothing = { photosCount: 0, projectsCount: 0, openOrdersCount: 0, keptInvoices: { count: 0 } }

/** The expected results for each customer. */
export const shownAccount = {
  anna: {
    emailChange: { email: newAddress },
    accountDeletion: { graceDays: 21, photosCount: 2, ...oneOfEach },
  },
  bram: { emailChange: null, accountDeletion: { graceDays: 14, photosCount: 1, ...oneOfEach } },
  cees: { emailChange: null, accountDeletion: { graceDays: 14, sharedAlbumsCount: 1, ...nothing } },
} as const

interface Row {
  readonly field: string
  readonly input: string
  /** The fields of the result besides its type. */
  readonly fields?: string
}

function mutation(
  { field, input, fields = '' }: Row,
  { own, ofBram, ofCees }: Record<'own' | 'ofBram' | 'ofCees', unknown>,
): Operation {
  const query = `mutation { ${field}(input: { ${input} }) { __typename ${fields} } }`
  const answers = { own: { [field]: own }, ofBram: { [field]: ofBram }, ofCees: { [field]: ofCees } }
  return { kind: 'mutation', query, ...answers, anonymous: unauthenticated }
}

const [requested, confirmed, notFound, deletionConfirmed] = [
  'RequestEmailChangeSuccess',
  'ConfirmEmailChangeSuccess',
  'EmailChangeNotFound',
  'ConfirmAccountDeletionSuccess',
].map((type) => ({ __typename: type }))
const mailedTo = (email: string) => ({ __typename: 'RequestAccountDeletionSuccess', email })
const noChange = { accountEvents: { change: null } }

/** The operations on the account, by root field. Each customer acts only on their own account. */
export const accountOperations: Record<string, Operation> = {
  'Mutation.requestEmailChange': mutation(
    { field: 'requestEmailChange', input: 'email: "new@example.com", locale: "en-GB"' },
    { own: requested, ofBram: requested, ofCees: requested },
  ),
  'Mutation.confirmEmailChange': mutation(
    { field: 'confirmEmailChange', input: 'token: "x", locale: "en-GB"' },
    { own: confirmed, ofBram: confirmed, ofCees: confirmed },
  ),
  'Mutation.cancelEmailChange': mutation(
    {
      field: 'cancelEmailChange',
      input: `email: "${newAddress}"`,
      fields: '... on CancelEmailChangeSuccess { email }',
    },
    { own: { __typename: 'CancelEmailChangeSuccess', email: 'a@example.com' }, ofBram: notFound, ofCees: notFound },
  ),
  'Mutation.requestAccountDeletion': mutation(
    {
      field: 'requestAccountDeletion',
      input: 'locale: "en-GB"',
      fields: '... on RequestAccountDeletionSuccess { email }',
    },
    { own: mailedTo('a@example.com'), ofBram: mailedTo('b@example.com'), ofCees: mailedTo('c@example.com') },
  ),
  'Mutation.confirmAccountDeletion': mutation(
    { field: 'confirmAccountDeletion', input: 'token: "x", locale: "en-GB"' },
    { own: deletionConfirmed, ofBram: deletionConfirmed, ofCees: deletionConfirmed },
  ),
  'Subscription.accountEvents': {
    kind: 'subscription',
    query: 'subscription { accountEvents { change { __typename } } }',
    own: noChange,
    ofBram: noChange,
    ofCees: noChange,
    anonymous: { data: undefined, codes: ['UNAUTHENTICATED'] },
  },
}

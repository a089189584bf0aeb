import type { GraphQLSingularResponse } from 'relay-runtime'

/* The address book of a customer, as the forms of orders read it. */

export const bookQuery = 'addressBookQuery'

const home = {
  __typename: 'PostalAddress',
  name: 'Mira Holt',
  organization: null,
  street: 'Lindengracht',
  houseNumber: '12',
  addition: null,
  postalCode: '1015 KH',
  city: 'Amsterdam',
  region: null,
  country: 'NL',
  phone: null,
}

/** A saved address. @param changes the fields that differ from the usual test address */
export function buildSaved(
  number: number,
  { isDefault = false, ...changes }: { readonly isDefault?: boolean } & Readonly<Record<string, unknown>> = {},
) {
  return { __typename: 'Address', id: `saved-${number}`, isDefault, postal: { ...home, ...changes } }
}

interface App {
  readonly answer: (name: string, data: NonNullable<GraphQLSingularResponse['data']>) => Promise<void>
}

/** Answers the query of the address book. */
export function answerBook(
  app: App,
  addresses: readonly ReturnType<typeof buildSaved>[],
  hasNextPage = false,
): Promise<void> {
  const edges = addresses.map((node) => ({ __typename: 'AddressEdge', node }))
  const pageInfo = { __typename: 'PageInfo', hasNextPage }
  const connection = { __typename: 'AddressConnection', edges, pageInfo }
  const customer = { __typename: 'Customer', id: 'customer-1', addresses: connection }
  return app.answer(bookQuery, { viewer: { __typename: 'Viewer', customer } })
}

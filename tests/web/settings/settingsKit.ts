import 'fake-indexeddb/auto'
import { act, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { RequestError } from '../../../web/relay/errors.ts'
import { closeToast, currentToasts } from '../../../web/ui/toasts.ts'
import { type AppOptions, renderApp } from '../support/renderApp.tsx'

export type App = ReturnType<typeof renderApp>

type Fields = Readonly<Record<string, unknown>>

/** The profile of Anna as the gateway returns it. */
export function buildCustomer(changes: Fields = {}) {
  return {
    __typename: 'Customer',
    id: 'customer-1',
    version: '1',
    firstName: 'Anna',
    lastName: 'de Wit',
    phone: '+31612345678',
    dateOfBirth: '1990-04-05',
    locale: 'nl-NL',
    business: null,
    ...changes,
  }
}

/** A business account with all its details. */
export function buildBusiness(changes: Fields = {}) {
  return {
    __typename: 'BusinessAccount',
    id: 'business-1',
    status: 'VALIDATED',
    company: 'Studio De Wit',
    vatId: 'NL123456789B01',
    registrationNumber: '12345678',
    callbackUrl: 'https://shop.example/notices',
    callbackFormat: 'JSON',
    ...changes,
  }
}

const homePostal = {
  __typename: 'PostalAddress',
  name: 'Anna de Wit',
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

export function buildAddress(number: number, changes: Fields = {}) {
  return {
    __typename: 'Address',
    id: `address-${number}`,
    isDefault: number === 1,
    version: '1',
    postal: { ...homePostal, houseNumber: String(number) },
    ...changes,
  }
}

/** The customer with a page of addresses. */
export function withAddresses(numbers: readonly number[], changes: Fields = {}) {
  const edges = numbers.map((number) => ({
    __typename: 'AddressEdge',
    cursor: `cursor-${number}`,
    node: buildAddress(number, { isDefault: number === numbers[0] }),
  }))
  const pageInfo = { __typename: 'PageInfo', endCursor: null, hasNextPage: false }
  return buildCustomer({ addresses: { __typename: 'AddressConnection', edges, pageInfo }, ...changes })
}

/** The answer to the query of a settings page. */
export function viewerWith(customer: unknown) {
  return { viewer: { __typename: 'Viewer', email: 'anna@keepsake.example', customer } }
}

/** Opens a page of the settings and answers its query. */
export async function open(path: string, query: string, customer: unknown, options: AppOptions = {}) {
  const app = renderApp(path, options)
  await app.answer(query, viewerWith(customer))
  return app
}

/** Fails a request as if the connection was lost. */
export async function loseConnection(app: App, name: string) {
  const operation = await app.asked(name)
  const error = new RequestError('lost', { failure: 'offline', correlationId: 'reference-1' })
  await act(async () => app.environment.mock.reject(operation, error))
}

/** The input of a mutation. */
export async function inputOf(app: App, name: string): Promise<Fields> {
  const input: unknown = (await app.asked(name)).request.variables['input']
  if (typeof input !== 'object' || input === null) throw new Error(`${name} has no input`)
  return { ...input }
}

/** Answers a query with an error for the field `customer`, which is null. */
export async function failCustomer(app: App, name: string) {
  const operation = await app.asked(name)
  const errors = [{ message: 'Unavailable', path: ['viewer', 'customer'], extensions: { code: 'UNAVAILABLE' } }]
  await act(async () => app.environment.mock.resolve(operation, { data: viewerWith(null), errors }))
}

/** The field with a label. */
export function field(name: string | RegExp): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>(name, { exact: true })
}

/** Replaces the text in a field. */
export async function type(app: App, name: string | RegExp, text: string) {
  await app.user.clear(field(name))
  if (text !== '') await app.user.type(field(name), text)
}

/** Presses a button, as soon as it is there. */
export async function press(app: App, name: string | RegExp) {
  await app.user.click(await screen.findByRole('button', { name }))
}

/**
 * Keeps the browser from leaving the client when the client signs out. Returns a function that reads the path that the
 * client has opened.
 */
export function watchSignOut(app: App): () => string {
  vi.spyOn(app.session.signIn, 'end').mockReturnValue(new Promise(() => undefined))
  return () => {
    const { navigation, location } = app.router.state
    return (navigation.location ?? location).pathname
  }
}

/** What the toasts say. */
export const toasts = () => currentToasts().map(({ message }) => message)

/** To be called after each test. */
export function cleanUp() {
  vi.restoreAllMocks()
  for (const { id } of currentToasts()) closeToast(id)
  localStorage.clear()
  sessionStorage.clear()
}

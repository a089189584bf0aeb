import { act, renderHook } from '@testing-library/react'
import { RelayEnvironmentProvider, loadQuery } from 'react-relay/hooks'
import { beforeEach, describe, expect, test } from 'vitest'
import query, { type LibraryLayoutQuery } from '../../../web/__generated__/LibraryLayoutQuery.graphql.ts'
import { useLoadedQuery } from '../../../web/relay/useLoadedQuery.ts'
import { createTestEnvironment } from '../support/environment.ts'

const variables = { hasSharedAlbums: true }
let environment = createTestEnvironment()

beforeEach(() => {
  environment = createTestEnvironment()
})

/** Renders the hook with a query that is in flight. */
function open() {
  const loaded = loadQuery<LibraryLayoutQuery>(environment, query, variables, { fetchPolicy: 'store-and-network' })
  const { result } = renderHook(() => useLoadedQuery<LibraryLayoutQuery>(query, loaded), {
    wrapper: ({ children }) => (
      <RelayEnvironmentProvider environment={environment}>{children}</RelayEnvironmentProvider>
    ),
  })
  return result
}

const inFlight = () => environment.mock.getAllOperations().length

function pending() {
  const [operation] = environment.mock.getAllOperations()
  if (!operation) throw new Error('No operation is pending.')
  return operation
}

async function answer() {
  const library = { id: 'library', photosCount: 3, albumsCount: 0, sharedAlbumsCount: 0 }
  await act(async () => environment.mock.resolve(pending(), { data: { viewer: { id: 'viewer', library } } }))
}

async function fail() {
  await act(async () => environment.mock.reject(pending(), new Error('offline')))
}

describe('refreshing a query', () => {
  test('fetches it once when nothing is in flight', async () => {
    const { current } = open()
    await answer()
    expect(inFlight()).toBe(0)
    act(() => current.refresh())
    expect(inFlight()).toBe(1)
    await answer()
    expect(inFlight()).toBe(0)
  })

  test('fetches it again after a request in flight, whose answer may be out of date', async () => {
    const { current } = open()
    act(() => current.refresh())
    expect(inFlight()).toBe(1)
    await answer()
    expect(inFlight()).toBe(1)
    await answer()
    expect(inFlight()).toBe(0)
  })

  test('fetches it only once more after several refreshes during a request', async () => {
    const { current } = open()
    await answer()
    for (let count = 0; count < 4; count += 1) act(() => current.refresh())
    expect(inFlight()).toBe(1)
    await answer()
    expect(inFlight()).toBe(1)
    await answer()
    expect(inFlight()).toBe(0)
  })

  test('fetches it again after a request in flight that fails', async () => {
    const { current } = open()
    await answer()
    act(() => current.refresh())
    act(() => current.refresh())
    await fail()
    expect(inFlight()).toBe(1)
    await answer()
    expect(inFlight()).toBe(0)
  })
})

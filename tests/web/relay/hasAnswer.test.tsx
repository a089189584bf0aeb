import { act, renderHook } from '@testing-library/react'
import { loadQuery } from 'react-relay/hooks'
import { type FetchPolicy, commitLocalUpdate } from 'relay-runtime'
import { beforeEach, describe, expect, test } from 'vitest'
import query, { type LibraryLayoutQuery } from '../../../web/__generated__/LibraryLayoutQuery.graphql.ts'
import { useHasAnswer } from '../../../web/relay/useHasAnswer.ts'
import { createTestEnvironment } from '../support/environment.ts'

const variables = { hasSharedAlbums: true }
let environment = createTestEnvironment()

beforeEach(() => {
  environment = createTestEnvironment()
})

function load(fetchPolicy: FetchPolicy = 'store-and-network') {
  return loadQuery<LibraryLayoutQuery>(environment, query, variables, { fetchPolicy })
}

/** Renders the hook. `values` are its results, one for each render. */
function follow(reference = load()) {
  const values: boolean[] = []
  const followed = renderHook(
    (loaded: typeof reference) => {
      values.push(useHasAnswer(query, loaded))
      return values.at(-1)
    },
    { initialProps: reference },
  )
  return { ...followed, values }
}

function pending() {
  const [operation] = environment.mock.getAllOperations()
  if (!operation) throw new Error('No operation is pending.')
  return operation
}

/** Marks all data in the store as stale. */
function makeStale() {
  commitLocalUpdate(environment, (store) => store.invalidateStore())
}

async function answer() {
  const data = {
    viewer: { id: 'viewer', library: { id: 'library', photosCount: 3, albumsCount: 0, sharedAlbumsCount: 0 } },
  }
  await act(async () => environment.mock.resolve(pending(), { data }))
}

async function fail() {
  await act(async () => environment.mock.reject(pending(), new Error('offline')))
}

describe('a query counts as answered', () => {
  test('when the first answer from the network arrives', async () => {
    const { result } = follow()
    expect(result.current).toBe(false)
    await answer()
    expect(result.current).toBe(true)
  })

  test('when it fails', async () => {
    const { result } = follow()
    await fail()
    expect(result.current).toBe(true)
  })

  test.each([
    ['the answer arrived', answer],
    ['it failed', fail],
  ])('at once, if %s before the component was mounted', async (_event, end) => {
    const reference = load()
    await end()
    makeStale()
    expect(follow(reference).values).toEqual([true])
  })

  test('at once, if the store has all of its data, although a request is pending', async () => {
    const kept = load()
    await answer()
    expect(follow().values).toEqual([true])
    kept.dispose()
  })

  test('also while a query that replaces it is pending', async () => {
    const { result, rerender } = follow()
    await answer()
    makeStale()
    rerender(load('network-only'))
    expect(result.current).toBe(true)
  })
})

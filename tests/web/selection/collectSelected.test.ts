import type { OperationDescriptor } from 'relay-runtime'
import { createMockEnvironment } from 'relay-test-utils'
import { describe, expect, test, vi } from 'vitest'
import { SignIn } from '../../../web/auth/SignIn.ts'
import { hiddenPhotosOf } from '../../../web/pages/library/photo-collection/hidden/HiddenPhotos.ts'
import { collectSelected } from '../../../web/pages/library/photo-collection/selection/collectSelected.ts'
import { Selection } from '../../../web/pages/library/photo-collection/selection/Selection.ts'
import { configWith } from '../support/config.ts'
import { soon } from '../support/soon.ts'
import { testSession } from '../support/testSession.ts'

function ids(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `photo-${from + index}`)
}

function setUp() {
  const environment = createMockEnvironment()
  const asked = () =>
    vi.waitFor((): OperationDescriptor => {
      const operation = environment.mock.getAllOperations()[0]
      if (!operation) throw new Error('Nothing was requested')
      return operation
    }, soon)
  async function answer(photoIds: readonly string[], hasNextPage = false) {
    const operation = await asked()
    const photos = {
      edges: photoIds.map((id) => ({ node: { __typename: 'Photo', id } })),
      pageInfo: { hasNextPage, endCursor: photoIds.at(-1) ?? null },
    }
    resolve(operation, { __typename: 'TimelineMonth', __isPhotoCollection: 'TimelineMonth', id: 'may', photos })
    return operation.request.variables
  }
  function resolve(operation: OperationDescriptor, node: unknown) {
    environment.mock.resolve(operation, { data: { node } })
  }
  const session = testSession(new SignIn(configWith()), environment)
  return { environment, session, asked, answer, resolve, selection: new Selection() }
}

describe('the selected photos', () => {
  test('that were selected one by one need no request, and are in the order of the view', async () => {
    const { environment, session, selection } = setUp()
    selection.set('march', ['march-1'], true)
    selection.set('may', ['may-2', 'gone', 'may-0'], true)
    selection.order = {
      collections: () => [
        { id: 'may', count: 3 },
        { id: 'march', count: 2 },
      ],
      idsOf: (id) => (id === 'may' ? ['may-0', 'may-1', 'may-2'] : ['march-0', 'march-1']),
    }
    expect(await collectSelected(session, selection)).toEqual(['may-0', 'may-2', 'gone', 'march-1'])
    expect(environment.mock.getAllOperations()).toEqual([])
  })

  test('of a whole month are fetched in pages of 500, without the photos that were deselected', async () => {
    const { session, selection, answer } = setUp()
    selection.setAll([{ id: 'may', count: 702 }], ['photo-1', 'photo-501'])
    const progress: number[] = []
    const collecting = collectSelected(session, selection, { onProgress: (known) => progress.push(known) })
    expect(await answer(ids(0, 500), true)).toMatchObject({
      id: 'may',
      first: 500,
      after: null,
      sortKey: null,
      sortOrder: null,
    })
    expect(await answer(ids(500, 202))).toMatchObject({ id: 'may', first: 500, after: 'photo-499' })
    const found = await collecting
    expect(found).toHaveLength(700)
    expect(found.slice(0, 3)).toEqual(['photo-0', 'photo-2', 'photo-3'])
    expect(progress).toEqual([499, 700])
  })

  test('of a view with its own sort are fetched in that order', async () => {
    const { session, selection, answer } = setUp()
    const collections = [{ id: 'library', count: 1 }]
    selection.order = {
      collections: () => collections,
      idsOf: () => [],
      sort: () => ({ sortKey: 'CREATED', sortOrder: 'ASC' }),
    }
    selection.setAll(collections)
    const collecting = collectSelected(session, selection)
    expect(await answer(['photo-0'])).toMatchObject({ id: 'library', sortKey: 'CREATED', sortOrder: 'ASC' })
    expect(await collecting).toEqual(['photo-0'])
  })

  test('do not include photos that were added after the month was selected', async () => {
    const { session, selection, answer } = setUp()
    selection.setAll([{ id: 'may', count: 2 }])
    selection.recount({ id: 'may', count: 3 }, ['photo-new'])
    const collecting = collectSelected(session, selection)
    await answer(['photo-new', 'photo-0', 'photo-1'])
    expect(await collecting).toEqual(['photo-0', 'photo-1'])
  })

  test('do not include photos that are being removed from the collection', async () => {
    const { session, selection, answer } = setUp()
    hiddenPhotosOf(session).hide('may', ['photo-1'])
    hiddenPhotosOf(session).hide('march', ['photo-2'])
    selection.setAll([{ id: 'may', count: 3 }])
    const collecting = collectSelected(session, selection)
    await answer(ids(0, 3))
    expect(await collecting).toEqual(['photo-0', 'photo-2'])
  })

  test('do not include photos of a month that no longer exists', async () => {
    const { session, selection, asked, resolve } = setUp()
    selection.setAll([{ id: 'may', count: 2 }])
    const collecting = collectSelected(session, selection)
    resolve(await asked(), null)
    expect(await collecting).toEqual([])
  })

  test('are not collected in part: a month that cannot be read is an error', async () => {
    const { session, selection, asked, resolve } = setUp()
    selection.setAll([{ id: 'may', count: 2 }])
    const collecting = collectSelected(session, selection)
    const failed = expect(collecting).rejects.toMatchObject({ name: 'RequestError', failure: 'graphql' })
    resolve(await asked(), {
      __typename: 'TimelineMonth',
      __isPhotoCollection: 'TimelineMonth',
      id: 'may',
      photos: null,
    })
    await failed
  })

  test('are no longer fetched after an abort', async () => {
    const { environment, session, selection, asked } = setUp()
    selection.setAll([{ id: 'may', count: 2 }])
    const aborter = new AbortController()
    const collecting = collectSelected(session, selection, { signal: aborter.signal })
    const failed = expect(collecting).rejects.toThrow('Enough')
    await asked()
    aborter.abort(new Error('Enough'))
    await failed
    expect(environment.mock.getAllOperations()).toEqual([])
  })
})

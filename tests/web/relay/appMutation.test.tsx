import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { RelayEnvironmentProvider } from 'react-relay/hooks'
import { createMockEnvironment } from 'relay-test-utils'
import { expect, test } from 'vitest'
import mutation, {
  type useDeleteAllPhotosMutation,
} from '../../../web/__generated__/useDeleteAllPhotosMutation.graphql.ts'
import { RequestError } from '../../../web/relay/errors.ts'
import { useAppMutation } from '../../../web/relay/useAppMutation.ts'

const variables = { input: { libraryId: 'library' } }

function open() {
  const environment = createMockEnvironment()
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <RelayEnvironmentProvider environment={environment}>{children}</RelayEnvironmentProvider>
  )
  const { result } = renderHook(() => useAppMutation<useDeleteAllPhotosMutation>(mutation), { wrapper })
  const operation = () => {
    const [only] = environment.mock.getAllOperations()
    if (!only) throw new Error('Nothing was requested')
    return only
  }
  return { environment, operation, run: result, isInFlight: () => result.current[1] }
}

async function start({ run }: ReturnType<typeof open>) {
  let outcome = Promise.resolve<Awaited<ReturnType<(typeof run.current)[0]>> | null>(null)
  await act(async () => {
    outcome = run.current[0]({ variables, keepalive: true })
  })
  return () => outcome
}

test('a mutation reports that it is in flight, and resolves with the response once the store has it', async () => {
  const page = open()
  const outcome = await start(page)
  expect(page.isInFlight()).toBe(true)
  const operation = page.operation()
  expect(operation.request.cacheConfig?.metadata).toEqual({ keepalive: true })
  const response = { deleteAllPhotos: { __typename: 'DeleteAllPhotosSuccess', isFinished: true } }
  await act(async () => page.environment.mock.resolve(operation, { data: response }))
  expect(await outcome()).toEqual({ kind: 'answered', response })
  expect(page.isInFlight()).toBe(false)
})

test('a network failure resolves with its unchanged error', async () => {
  const page = open()
  const outcome = await start(page)
  const error = new RequestError('busy', { failure: 'timeout', correlationId: 'abc' })
  await act(async () => page.environment.mock.reject(page.operation(), error))
  expect(await outcome()).toEqual({ kind: 'failed', error })
  expect(page.isInFlight()).toBe(false)
})

test('any other error resolves as an unreadable response', async () => {
  const page = open()
  const outcome = await start(page)
  await act(async () => page.environment.mock.reject(page.operation(), new Error('nonsense')))
  expect(await outcome()).toMatchObject({ kind: 'failed', error: { failure: 'unreadable', message: 'nonsense' } })
})

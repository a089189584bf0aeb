import { act, renderHook } from '@testing-library/react'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { ReactNode } from 'react'
import { RawIntlProvider } from 'react-intl'
import { RelayEnvironmentProvider } from 'react-relay/hooks'
import { expect, test } from 'vitest'
import addChunk from '../../../web/__generated__/addChunkMutation.graphql.ts'
import { SessionContext } from '../../../web/app/sessionContext.ts'
import { SignIn } from '../../../web/auth/SignIn.ts'
import { usePlacePrintOrder } from '../../../web/pages/editor/usePlacePrintOrder.ts'
import { useCancelEmailChange } from '../../../web/pages/email-change/useCancelEmailChange.ts'
import { useConfirmEmailChange } from '../../../web/pages/email-change/useConfirmEmailChange.ts'
import { useRequestEmailChange } from '../../../web/pages/email-change/useRequestEmailChange.ts'
import { useRenameAlbum } from '../../../web/pages/library/album-editing/useRenameAlbum.ts'
import { useSendConfirmationMail } from '../../../web/shared/confirmation/useSendConfirmationMail.ts'
import { changeAlbum } from '../../../web/pages/library/photo-actions/copy-to-album/changeAlbum.ts'
import { ExpectedCount } from '../../../web/pages/library/photo-actions/copy-to-album/ExpectedCount.ts'
import { useReorder } from '../../../web/pages/orders/order/reorder/useReorder.ts'
import { configWith } from '../support/config.ts'
import { createTestEnvironment } from '../support/environment.ts'
import { testSession } from '../support/testSession.ts'

/* The change of a delivery address is missing here: addressChange.test.tsx tests its text for an unknown result. */

const money = { amount: '1.00', currency: 'EUR' }
const printOrder = {
  basketId: 'selection.0',
  prints: [],
  address: { country: 'NL', street: 'Kade', city: 'Breda' },
  quotedTotal: money,
  payment: 'SUCCEEDS',
  channel: 'k',
  locale: 'nl-NL',
} as const

const add = (environment: ReturnType<typeof createTestEnvironment>) => () => {
  const count = new ExpectedCount(environment, 'album-1', 1)
  return changeAlbum(environment, addChunk, { albumId: 'album-1', photoIds: ['photo-1'], count })
}

/**
 * Answers the mutation that a hook runs with a result of an unknown type. @returns the outcome that the hook reports
 */
async function answerUnknown<Hook, Outcome>(
  field: string,
  useHook: (environment: ReturnType<typeof createTestEnvironment>) => Hook,
  run: (current: () => Hook) => Promise<Outcome>,
): Promise<Outcome> {
  const environment = createTestEnvironment()
  const session = testSession(new SignIn(configWith()), environment)
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <SessionContext value={session}>
      <RawIntlProvider value={session.intl}>
        <RelayEnvironmentProvider environment={environment}>{children}</RelayEnvironmentProvider>
      </RawIntlProvider>
    </SessionContext>
  )
  const { result } = renderHook(() => useHook(environment), { wrapper })
  const running: Promise<Outcome>[] = []
  await act(async () => {
    running.push(run(() => result.current))
  })
  await act(async () => {
    const [operation] = environment.mock.getAllOperations()
    if (!operation) throw new Error('Nothing was requested')
    environment.mock.resolve(operation, { data: { [field]: { __typename: 'SomethingNew' } } })
    await Promise.all(running)
  })
  const [outcome] = await Promise.all(running)
  if (!outcome) throw new Error('Nothing was run')
  return outcome
}

test('a result of a type that this client does not know is a failure', async () => {
  const failed = { kind: 'failed' }
  expect(await answerUnknown('placePrintOrder', usePlacePrintOrder, async (hook) => hook()[0](printOrder))).toEqual(
    failed,
  )
  expect(await answerUnknown('reorder', useReorder, async (hook) => hook()[0]('order-1'))).toEqual(failed)
  expect(await answerUnknown('renameAlbum', useRenameAlbum, async (hook) => hook()('album-1', 'Norway'))).toEqual(
    failed,
  )
  expect(await answerUnknown('addPhotosToAlbum', add, async (hook) => hook()())).toEqual(failed)
  const mail = await answerUnknown('sendConfirmationMail', useSendConfirmationMail, async (hook) => {
    await hook().send()
    return { sent: () => hook().sentMail }
  })
  expect(mail.sent()).toEqual(failed)
  expect(await answerUnknown('confirmEmailChange', useConfirmEmailChange, (hook) => hook().confirm('token'))).toEqual(
    failed,
  )
  const request = await answerUnknown('requestEmailChange', useRequestEmailChange, async (hook) => {
    await hook().request('nora@example.com')
    return { problem: () => hook().problem }
  })
  expect(request.problem()).toEqual(failed)
  const cancelled = await answerUnknown('cancelEmailChange', useCancelEmailChange, async (hook) => ({
    isOver: await hook().cancel('nora@example.com'),
  }))
  expect(cancelled.isOver).toBe(false)
})

test('every switch over the types of a result has a default, because "%other" never matches', () => {
  const files = execFileSync(
    'git',
    ['grep', '--untracked', '-l', '-F', "case '%other'", '--', 'web/*.ts', 'web/*.tsx'],
    {
      encoding: 'utf8',
    },
  )
  const own = files.split('\n').filter((file) => /^web\/(?!__generated__)/.test(file))
  expect(own).toContain('web/pages/orders/order/reorder/useReorder.ts')
  const withoutDefault = own.filter((file) =>
    /case '%other':(?!\s*default:)/.test(readFileSync(file, 'utf8').replaceAll(/^ *\*.*$/gm, '')),
  )
  expect(withoutDefault).toEqual([])
})
